/** The engine with the postings is unreachable, or cannot take a request now. `engine`: its name, for the answer. */
export class EngineUnavailable extends Error {
  readonly engine: string;

  constructor(engine: string, message: string) {
    super(message);
    this.engine = engine;
  }

  override get name(): string {
    return 'EngineUnavailable';
  }
}
