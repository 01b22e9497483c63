export interface TextStream {
  isTTY?: boolean;
  write(text: string): unknown;
}

/** What a command reads and writes besides files and the network: that of the process, or of a test. */
export interface Surroundings {
  readonly env: NodeJS.ProcessEnv;
  readonly stdout: TextStream;
  readonly stderr: TextStream;
  /** Asks the person at the terminal, and resolves to what was typed; absent: there is none. */
  readonly ask?: ((question: string) => Promise<string>) | undefined;
  /** Returns a signal that is aborted when the command has to end early. Called by commands that can. */
  readonly listenForEnd: () => AbortSignal;
  /** Receives the result of each round, for the parent process. */
  readonly onRound: (message: object) => void;
}
