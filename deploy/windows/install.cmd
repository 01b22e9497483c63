@echo off
rem Installs the collector as a service:
rem   install.cmd CODE SERVER [off^|see^|manage] [PROXY]
setlocal
set "code=%~1"
set "server=%~2"
set "remote=%~3"
set "proxy=%~4"
if "%server%"=="" (
  echo Usage: install.cmd CODE SERVER [off^|see^|manage] [PROXY]
  exit /b 2
)
net session >nul 2>&1
if errorlevel 1 (
  echo Open the terminal as administrator and try again.
  exit /b 5
)
if "%remote%"=="" (
  echo How far may the portal go?
  echo   off     nothing: reports and state are delivered
  echo   see     it shows the settings without secrets
  echo   manage  settings may come from there
  set "remote=see"
  set /p "remote=[see] "
)
set "target=%ProgramFiles%\PlatenCollector"
set "data=%ProgramData%\PlatenCollector"
sc.exe query PlatenCollector >nul 2>&1
if not errorlevel 1 net stop PlatenCollector >nul 2>&1
if not exist "%target%" mkdir "%target%"
if not exist "%data%" mkdir "%data%"
for %%f in (node.exe collector.mjs platen-collector.cmd uninstall.cmd PlatenCollector.exe PlatenCollector.xml PlatenCollector.exe.config LICENSES.txt) do (
  copy /y "%~dp0%%f" "%target%\" >nul || exit /b 1
)
if "%proxy%"=="" (
  call "%target%\platen-collector.cmd" enrol "%code%" --server "%server%" --remote "%remote%"
) else (
  call "%target%\platen-collector.cmd" enrol "%code%" --server "%server%" --remote "%remote%" --proxy "%proxy%"
)
if errorlevel 1 exit /b %ERRORLEVEL%
sc.exe query PlatenCollector >nul 2>&1
if errorlevel 1 "%target%\PlatenCollector.exe" install || exit /b 1
rem A low account of its own, which Windows makes for the service.
sc.exe config PlatenCollector obj= "NT SERVICE\PlatenCollector" start= delayed-auto >nul || exit /b 1
sc.exe failure PlatenCollector reset= 3600 actions= restart/5000/restart/60000/restart/300000 >nul
rem The folder is for the service, administrators (S-1-5-32-544) and the system (S-1-5-18).
icacls "%data%" /inheritance:r /grant:r "*S-1-5-32-544:(OI)(CI)F" "*S-1-5-18:(OI)(CI)F" "NT SERVICE\PlatenCollector:(OI)(CI)M" /t /q >nul || exit /b 1
net start PlatenCollector || exit /b 1
echo The service runs. See: "%target%\platen-collector.cmd" status
