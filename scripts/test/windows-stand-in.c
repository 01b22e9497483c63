// Stands in for node.exe and for WinSW where the installer is tried with wine: enrols with one code, and runs
// as a service that does nothing.
#include <windows.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *from(const char *name) {
  const char *value = getenv(name);
  return value == NULL ? "" : value;
}

static BOOL isServing(void) {
  SERVICE_STATUS now = {0};
  SC_HANDLE manager = OpenSCManagerA(NULL, NULL, SC_MANAGER_CONNECT);
  SC_HANDLE service = OpenServiceA(manager, "PlatenCollector", SERVICE_QUERY_STATUS);
  BOOL found = service != NULL && QueryServiceStatus(service, &now) && now.dwCurrentState != SERVICE_STOPPED;
  CloseServiceHandle(service);
  CloseServiceHandle(manager);
  return found;
}

static int enrol(const char *level) {
  char path[1024];
  if (strcmp(from("PLATEN_ENROL_CODE"), "K7M4P-QX9TD") != 0) {
    fprintf(stderr, "error: the server does not know this code\n");
    return 2;
  }
  if (isServing()) {
    fprintf(stderr, "error: the service runs with the former enrolment\n");
    return 1;
  }
  snprintf(path, sizeof path, "%s\\enrolment.json", from("PLATEN_COLLECTOR_DATA"));
  FILE *file = fopen(path, "w");
  if (file == NULL) return 1;
  fprintf(file, "{\"server\":\"%s\",\"proxy\":\"%s\",\"remote\":\"%s\",\"options\":\"%s\"}", from("PLATEN_COLLECTOR_SERVER"),
          from("HTTPS_PROXY"), level, from("NODE_OPTIONS"));
  fclose(file);
  fprintf(stderr, "enrolled as 'ostend-1'\n");
  return 0;
}

static SERVICE_STATUS status = {SERVICE_WIN32_OWN_PROCESS, SERVICE_RUNNING, SERVICE_ACCEPT_STOP, 0, 0, 0, 0};
static SERVICE_STATUS_HANDLE handle;

static DWORD WINAPI control(DWORD code, DWORD type, void *data, void *context) {
  (void)type, (void)data, (void)context;
  if (code == SERVICE_CONTROL_STOP) {
    status.dwCurrentState = SERVICE_STOPPED;
    SetServiceStatus(handle, &status);
  }
  return NO_ERROR;
}

static void WINAPI serve(DWORD count, char **names) {
  handle = RegisterServiceCtrlHandlerExA(count > 0 ? names[0] : "", control, NULL);
  SetServiceStatus(handle, &status);
}

/** As node.exe: `collector.mjs enrol --remote LEVEL`. */
int main(int count, char **args) {
  if (count == 5 && strcmp(args[2], "enrol") == 0 && strcmp(args[3], "--remote") == 0) return enrol(args[4]);
  SERVICE_TABLE_ENTRYA services[] = {{"PlatenCollector", serve}, {NULL, NULL}};
  return StartServiceCtrlDispatcherA(services) ? 0 : 1;
}
