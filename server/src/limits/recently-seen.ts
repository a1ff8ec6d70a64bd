/** What each user came with lately (addresses, projects), each thing once; in this process. */
export class RecentlySeen<A> {
  readonly #seen = new Map<number, Map<A, number>>()

  /** Notes a thing and gives how many different ones there were within the last `seconds`, `most + 1` at most. `now` in epoch seconds. */
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

  /** Begins anew with a user. */
  forget(userId: number): void {
    this.#seen.delete(userId)
  }
}
