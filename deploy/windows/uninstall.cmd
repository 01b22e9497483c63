@echo off
rem Removes the collector. What it read and who it is goes too, unless: uninstall.cmd keep
setlocal
net session >nul 2>&1
if errorlevel 1 (
  echo Open the terminal as administrator and try again.
  exit /b 5
)
set "target=%ProgramFiles%\PlatenCollector"
net stop PlatenCollector >nul 2>&1
if exist "%target%\PlatenCollector.exe" "%target%\PlatenCollector.exe" uninstall
if /i not "%~1"=="keep" rd /s /q "%ProgramData%\PlatenCollector" 2>nul
rem The file that runs lies in the folder that goes.
(goto) 2>nul & rd /s /q "%target%"
