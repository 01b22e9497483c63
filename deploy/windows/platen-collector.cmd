@echo off
rem The collector with the Node of its package.
setlocal
if not defined PLATEN_COLLECTOR_DATA set "PLATEN_COLLECTOR_DATA=%ProgramData%\PlatenCollector"
if not defined PLATEN_COLLECTOR_SETTINGS set "PLATEN_COLLECTOR_SETTINGS=%ProgramData%\PlatenCollector\collector.json"
set NODE_ENV=production
if not defined NODE_OPTIONS set "NODE_OPTIONS=--use-system-ca --max-semi-space-size=2"
"%~dp0node.exe" "%~dp0collector.mjs" %*
exit /b %ERRORLEVEL%
