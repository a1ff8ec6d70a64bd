/** From which addresses each user came lately; in this process. */
export class Addresses {
  readonly #seen = new Map<number, Map<string, number>>()

  /** Notes an address and gives how many the user has used within the last `seconds`. `now` in epoch seconds. */
  note(userId: number, address: string, seconds: number, now: number): number {
    const own = this.#seen.get(userId) ?? new Map<string, number>()
    this.#seen.set(userId, own)
    own.set(address, now)
    for (const [other, at] of own) if (at < now - seconds) own.delete(other)
    return own.size
  }
}
