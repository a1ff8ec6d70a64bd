/** Lets so many pass at a time; the others wait in line. */
export class Gate {
  private readonly waiting: Array<() => void> = []
  private free: number

  constructor(places: number) {
    this.free = places
  }

  async enter(): Promise<() => void> {
    if (this.free > 0) this.free--
    else await new Promise<void>((resolve) => this.waiting.push(resolve))
    let left = false
    return () => {
      if (left) return
      left = true
      const next = this.waiting.shift()
      if (next === undefined) this.free++
      else next()
    }
  }
}
