/** The distinct values (addresses, projects) recently seen for each user; in this process. */
export class RecentlySeen<A> {
  readonly #seen = new Map<number, Map<A, number>>()

  /** Records a value and gives how many different ones there were within the last `seconds`, at most `most + 1`. `now` in epoch seconds. */
  note(
    userId: number,
    thing: A,
    { most, seconds }: { readonly most: number; readonly seconds: number },
    now: number,
  ): number {
    const own = this.#seen.get(userId) ?? new Map<A, number>()
    this.#seen.set(userId, own)
    for (const [other, at] of own) if (at < now - seconds) own.delete(other)
    const isOneTooMany = own.size > most && !own.has(thing)
    if (!isOneTooMany) own.set(thing, now)
    return own.size
  }

  /** Forgets the values of a user. */
  forget(userId: number): void {
    this.#seen.delete(userId)
  }
}
