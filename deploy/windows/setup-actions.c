// Actions of the installer for Windows that no table describes (CF-40); scripts/lib/msi-tables.mjs schedules
// them. All are deferred and run as the system. Compiled by scripts/lib/windows-msi.mjs.
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#include <aclapi.h>
#include <msi.h>
#include <msiquery.h>
#include <sddl.h>
#include <wchar.h>

enum { mostData = 4096, mostPath = 1024, mostText = 4096 };
static const wchar_t *const serviceName = L"PlatenCollector";

/** The values of this action, separated by '|'; the last may contain it. Returns whether there are as many. */
static BOOL readValues(MSIHANDLE install, wchar_t data[mostData], wchar_t **values, int count) {
  DWORD length = mostData;
  if (MsiGetPropertyW(install, L"CustomActionData", data, &length) != ERROR_SUCCESS) return FALSE;
  values[0] = data;
  for (int index = 1; index < count; index++) {
    wchar_t *end = wcschr(values[index - 1], L'|');
    if (end == NULL) return FALSE;
    *end = L'\0';
    values[index] = end + 1;
  }
  return TRUE;
}

static void report(MSIHANDLE install, INSTALLMESSAGE kind, const wchar_t *text) {
  MSIHANDLE record = MsiCreateRecord(1);
  // As a value of the template, which is formatted itself.
  MsiRecordSetStringW(record, 0, L"[1]");
  MsiRecordSetStringW(record, 1, text);
  MsiProcessMessage(install, kind, record);
  MsiCloseHandle(record);
}

static UINT refuse(MSIHANDLE install, const wchar_t *text) {
  report(install, (INSTALLMESSAGE)(INSTALLMESSAGE_ERROR | MB_OK | MB_ICONERROR), text);
  return ERROR_INSTALL_FAILURE;
}

static UINT refuseFolder(MSIHANDLE install, const wchar_t *folder, const wchar_t *why, DWORD error) {
  wchar_t text[mostText];
  _snwprintf(text, mostText - 1, L"The folder %ls %ls (error %lu).", folder, why, error);
  text[mostText - 1] = L'\0';
  return refuse(install, text);
}

/** The folder properties of an installer end with a backslash. */
static void trimFolder(wchar_t *folder) {
  size_t length = wcslen(folder);
  if (length > 3 && folder[length - 1] == L'\\') folder[length - 1] = L'\0';
}

static BOOL isOwnUser(PSID owner) {
  HANDLE token;
  BYTE user[256];
  DWORD length;
  if (!OpenProcessToken(GetCurrentProcess(), TOKEN_QUERY, &token)) return FALSE;
  BOOL found = GetTokenInformation(token, TokenUser, user, sizeof user, &length);
  CloseHandle(token);
  return found && EqualSid(owner, ((TOKEN_USER *)user)->User.Sid);
}

/** Every user may make folders in ProgramData: what another one put there must not become settings. */
static BOOL isTrusted(const wchar_t *folder) {
  PSID owner;
  PSECURITY_DESCRIPTOR found;
  DWORD attributes = GetFileAttributesW(folder);
  if (attributes == INVALID_FILE_ATTRIBUTES || !(attributes & FILE_ATTRIBUTE_DIRECTORY)) return FALSE;
  if (attributes & FILE_ATTRIBUTE_REPARSE_POINT) return FALSE;
  if (GetNamedSecurityInfoW(folder, SE_FILE_OBJECT, OWNER_SECURITY_INFORMATION, &owner, NULL, NULL, NULL, &found))
    return FALSE;
  BOOL trusted = IsWellKnownSid(owner, WinBuiltinAdministratorsSid) || isOwnUser(owner);
  LocalFree(found);
  return trusted;
}

/** Values: folder, security descriptor. Makes the data folder, or sets the rights of one that is there. */
__declspec(dllexport) UINT __stdcall ProtectData(MSIHANDLE install) {
  wchar_t data[mostData], *values[2];
  PSECURITY_DESCRIPTOR rights;
  PSID owner;
  PACL list;
  BOOL present, byDefault;
  if (!readValues(install, data, values, 2)) return ERROR_INSTALL_FAILURE;
  trimFolder(values[0]);
  if (!ConvertStringSecurityDescriptorToSecurityDescriptorW(values[1], SDDL_REVISION_1, &rights, NULL))
    return refuseFolder(install, values[0], L"cannot be protected", GetLastError());
  SECURITY_ATTRIBUTES attributes = {sizeof attributes, rights, FALSE};
  DWORD error = CreateDirectoryW(values[0], &attributes) ? ERROR_SUCCESS : GetLastError();
  if (error == ERROR_ALREADY_EXISTS) {
    if (!isTrusted(values[0])) {
      LocalFree(rights);
      return refuseFolder(install, values[0], L"was made by another user: remove it and try again", error);
    }
    GetSecurityDescriptorOwner(rights, &owner, &byDefault);
    GetSecurityDescriptorDacl(rights, &present, &list, &byDefault);
    SECURITY_INFORMATION parts =
        OWNER_SECURITY_INFORMATION | DACL_SECURITY_INFORMATION | PROTECTED_DACL_SECURITY_INFORMATION;
    error = SetNamedSecurityInfoW(values[0], SE_FILE_OBJECT, parts, owner, NULL, list, NULL);
  }
  LocalFree(rights);
  return error == ERROR_SUCCESS ? ERROR_SUCCESS : refuseFolder(install, values[0], L"cannot be protected", error);
}

/** Removes a folder with what is in it, without following links. Returns whether nothing is left. */
static BOOL removeTree(const wchar_t *folder) {
  wchar_t path[mostPath];
  WIN32_FIND_DATAW entry;
  if (_snwprintf(path, mostPath, L"%ls\\*", folder) >= mostPath) return FALSE;
  HANDLE search = FindFirstFileW(path, &entry);
  if (search != INVALID_HANDLE_VALUE) {
    do {
      if (wcscmp(entry.cFileName, L".") == 0 || wcscmp(entry.cFileName, L"..") == 0) continue;
      if (_snwprintf(path, mostPath, L"%ls\\%ls", folder, entry.cFileName) >= mostPath) continue;
      if (!(entry.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY)) {
        SetFileAttributesW(path, FILE_ATTRIBUTE_NORMAL);
        DeleteFileW(path);
      } else if (entry.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) {
        RemoveDirectoryW(path);
      } else {
        removeTree(path);
      }
    } while (FindNextFileW(search, &entry));
    FindClose(search);
  }
  return RemoveDirectoryW(folder);
}

/** Values: folder. Removes the data folder. */
__declspec(dllexport) UINT __stdcall RemoveData(MSIHANDLE install) {
  wchar_t data[mostData], *values[1];
  if (!readValues(install, data, values, 1)) return ERROR_INSTALL_FAILURE;
  trimFolder(values[0]);
  if (removeTree(values[0]) || GetFileAttributesW(values[0]) == INVALID_FILE_ATTRIBUTES) return ERROR_SUCCESS;
  wchar_t text[mostText];
  _snwprintf(text, mostText - 1, L"%ls could not be removed completely.", values[0]);
  text[mostText - 1] = L'\0';
  report(install, INSTALLMESSAGE_WARNING, text);
  return ERROR_SUCCESS;
}

static BOOL hasFile(const wchar_t *folder, const wchar_t *name) {
  wchar_t path[mostPath];
  WIN32_FIND_DATAW entry;
  if (_snwprintf(path, mostPath, L"%ls\\%ls", folder, name) >= mostPath) return FALSE;
  HANDLE search = FindFirstFileW(path, &entry);
  BOOL found = FALSE;
  if (search == INVALID_HANDLE_VALUE) return FALSE;
  do found = wcscmp(entry.cFileName, L".") != 0 && wcscmp(entry.cFileName, L"..") != 0;
  while (!found && FindNextFileW(search, &entry));
  FindClose(search);
  return found;
}

/** Runs a command without a window. `text` receives the beginning of its output. Returns its exit code. */
static DWORD run(wchar_t *command, wchar_t text[mostText]) {
  SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
  STARTUPINFOW start = {.cb = sizeof start, .dwFlags = STARTF_USESTDHANDLES};
  PROCESS_INFORMATION process;
  HANDLE reading, writing;
  char bytes[mostText], more[512];
  DWORD length = 0, count, code = ERROR_INSTALL_FAILURE;
  text[0] = L'\0';
  if (!CreatePipe(&reading, &writing, &inherited, 0)) return code;
  SetHandleInformation(reading, HANDLE_FLAG_INHERIT, 0);
  start.hStdInput = CreateFileW(L"NUL", GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE, &inherited, OPEN_EXISTING, 0, NULL);
  start.hStdOutput = start.hStdError = writing;
  BOOL started = CreateProcessW(NULL, command, NULL, NULL, TRUE, CREATE_NO_WINDOW, NULL, NULL, &start, &process);
  CloseHandle(writing);
  CloseHandle(start.hStdInput);
  if (started) {
    // Reads to the end: a program that cannot write does not end.
    while (ReadFile(reading, more, sizeof more, &count, NULL) && count > 0)
      for (DWORD index = 0; index < count && length < mostText - 1; index++) bytes[length++] = more[index];
    WaitForSingleObject(process.hProcess, INFINITE);
    GetExitCodeProcess(process.hProcess, &code);
    CloseHandle(process.hThread);
    CloseHandle(process.hProcess);
    while (length > 0 && (bytes[length - 1] == '\n' || bytes[length - 1] == '\r')) length--;
    text[MultiByteToWideChar(CP_UTF8, 0, bytes, (int)length, text, mostText - 1)] = L'\0';
  }
  CloseHandle(reading);
  return code;
}

static const wchar_t *const withoutCode =
    L"This computer is not enrolled: SERVER and CODE are needed. The portal shows both when a collector is added.";

enum { mostStopMs = 60000, pollMs = 200 };

/** Stops the service if it runs. Returns whether it is stopped now. */
static BOOL stopService(void) {
  SERVICE_STATUS status = {.dwCurrentState = SERVICE_STOPPED};
  SC_HANDLE manager = OpenSCManagerW(NULL, NULL, SC_MANAGER_CONNECT);
  SC_HANDLE service = OpenServiceW(manager, serviceName, SERVICE_STOP | SERVICE_QUERY_STATUS);
  if (service != NULL && QueryServiceStatus(service, &status) && status.dwCurrentState != SERVICE_STOPPED) {
    ControlService(service, SERVICE_CONTROL_STOP, &status);
    for (DWORD waited = 0; status.dwCurrentState != SERVICE_STOPPED && waited < mostStopMs; waited += pollMs) {
      Sleep(pollMs);
      QueryServiceStatus(service, &status);
    }
  }
  CloseServiceHandle(service);
  CloseServiceHandle(manager);
  return status.dwCurrentState == SERVICE_STOPPED;
}

static void startService(void) {
  SC_HANDLE manager = OpenSCManagerW(NULL, NULL, SC_MANAGER_CONNECT);
  SC_HANDLE service = OpenServiceW(manager, serviceName, SERVICE_START);
  StartServiceW(service, 0, NULL);
  CloseServiceHandle(service);
  CloseServiceHandle(manager);
}

/**
 * Values: folders of program and data, server, remote level, code, whether this version is installed already
 * (else empty), proxy. Enrols if there is a code. Of an installed version Windows neither stops nor starts the
 * service, as no file of it changes.
 */
__declspec(dllexport) UINT __stdcall Enrol(MSIHANDLE install) {
  wchar_t data[mostData], *values[7], system[mostPath], command[mostData], text[mostText];
  if (!readValues(install, data, values, 7)) return ERROR_INSTALL_FAILURE;
  const wchar_t *program = values[0], *server = values[2], *remote = values[3], *code = values[4], *proxy = values[6];
  BOOL isInstalled = values[5][0] != L'\0';
  wchar_t *folder = values[1];
  trimFolder(folder);
  if (code[0] == L'\0') {
    BOOL known = hasFile(folder, L"enrolment.json") || hasFile(folder, L"collector.json");
    return known ? ERROR_SUCCESS : refuse(install, withoutCode);
  }
  if (wcscmp(remote, L"off") != 0 && wcscmp(remote, L"see") != 0 && wcscmp(remote, L"manage") != 0)
    return ERROR_INSTALL_FAILURE;
  BOOL isNew = !hasFile(folder, L"*");
  // Whoever runs with the former enrolment would write into the folder.
  if (isInstalled && !stopService()) return refuse(install, L"The service of the collector could not be stopped.");
  // In the environment, as other users can see a command line.
  SetEnvironmentVariableW(L"PLATEN_COLLECTOR_DATA", folder);
  SetEnvironmentVariableW(L"PLATEN_COLLECTOR_SERVER", server);
  SetEnvironmentVariableW(L"PLATEN_ENROL_CODE", code);
  if (proxy[0] != L'\0') SetEnvironmentVariableW(L"HTTPS_PROXY", proxy);
  GetSystemDirectoryW(system, mostPath);
  _snwprintf(command, mostData - 1, L"\"%ls\\cmd.exe\" /d /c \"\"%lsplaten-collector.cmd\" enrol --remote %ls\"", system,
             program, remote);
  command[mostData - 1] = L'\0';
  DWORD result = run(command, text);
  SetEnvironmentVariableW(L"PLATEN_ENROL_CODE", NULL);
  if (proxy[0] != L'\0') SetEnvironmentVariableW(L"HTTPS_PROXY", NULL);
  // Also with the former enrolment, where the new one was refused.
  if (isInstalled) startService();
  if (result == 0) {
    report(install, INSTALLMESSAGE_INFO, text);
    return ERROR_SUCCESS;
  }
  if (isNew) removeTree(folder);
  if (text[0] == L'\0') _snwprintf(text, mostText, L"The collector could not be started (code %lu).", result);
  return refuse(install, wcsncmp(text, L"error: ", 7) == 0 ? text + 7 : text);
}
