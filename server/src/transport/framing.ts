/**
 * Observes the headers that determine where a request ends and for which host it is.
 *
 * Duplicates, and spellings that another parser might read differently, are refused, because they allow request smuggling past a proxy.
 */
export class Framing {
  #hosts = 0
  #lengths = 0
  #length = 0
  #coding: string | undefined
  #ambiguous = false

  /** `name` in lower case. */
  see(name: string, value: string): void {
    if (name === 'host') this.#hosts++
    else if (name === 'content-length') this.#seeLength(value)
    else if (name === 'transfer-encoding') this.#seeCoding(value)
    else if (name === '') this.#ambiguous = true
  }

  #seeLength(value: string): void {
    this.#lengths++
    this.#length = Number(value)
    if (!/^\d{1,15}$/.test(value)) this.#ambiguous = true
  }

  #seeCoding(value: string): void {
    if (this.#coding !== undefined || value.toLowerCase() !== 'chunked') this.#ambiguous = true
    this.#coding = value
  }

  /** Whether the request must be refused and its connection closed. */
  get ambiguous(): boolean {
    return this.#ambiguous || this.#hosts > 1 || this.#lengths > 1 || (this.#lengths > 0 && this.#coding !== undefined)
  }

  get hasBody(): boolean {
    return this.#coding !== undefined || this.#length > 0
  }

  /** The declared size of the body in bytes; undefined for a chunked one. */
  get length(): number | undefined {
    return this.#coding === undefined ? this.#length : undefined
  }
}
