// A client in a process of its own: calls each address that its parent sends, and reports status or error.
process.on('message', (address) => {
  fetch(address).then(
    ({ status }) => report(String(status)),
    (error) => report(String(error.cause ?? error)),
  );
});

function report(outcome) {
  process.send(outcome, () => process.disconnect());
}

process.send('ready');
