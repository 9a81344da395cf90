/** What several threads have under way, taken in the order in which it was begun. */
export class InOrder<Result> {
  readonly #take: (result: Result) => Promise<void> | void;
  readonly #underWay: { readonly result: Promise<Result>; isDone: boolean }[] = [];

  constructor(take: (result: Result) => Promise<void> | void) {
    this.#take = take;
  }

  add(result: Promise<Result>): void {
    const own = { result, isDone: false };
    const done = (): void => {
      own.isDone = true;
    };
    // Whoever takes it is told of a failure, when its turn comes.
    result.then(done, done);
    this.#underWay.push(own);
  }

  /** Takes what is done as far as nothing before it is under way; waits until no more than `most` are left. */
  async takeDone(most: number): Promise<void> {
    for (let next = this.#underWay[0]; next !== undefined; next = this.#underWay[0]) {
      if (this.#underWay.length <= most && !next.isDone) return;
      this.#underWay.shift();
      await this.#take(await next.result);
    }
  }
}
