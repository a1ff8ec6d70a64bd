/** The JSON texts of the data of neighbouring events, parsed together when the first of them is asked for. */
export class EventTexts {
  #text: string
  readonly #count: number
  readonly #single: (at: number) => string
  #parsed: ReadonlyArray<unknown> | undefined

  /** `text`: all of them, between commas. `single`: one of them alone, where they do not read as that many values. */
  constructor(text: string, count: number, single: (at: number) => string) {
    this.#text = text
    this.#count = count
    this.#single = single
  }

  /** Throws where this one is no JSON. */
  of(at: number): unknown {
    if (this.#parsed === undefined) {
      this.#parsed = this.#together()
      this.#text = ''
    }
    return this.#parsed.length === 0 ? JSON.parse(this.#single(at)) : this.#parsed[at]
  }

  /** Values of one shape are parsed faster one after another in a list. Empty where one of the texts is damaged. */
  #together(): ReadonlyArray<unknown> {
    try {
      const parsed = JSON.parse(`[${this.#text}]`) as ReadonlyArray<unknown>
      return parsed.length === this.#count ? parsed : []
    } catch {
      return []
    }
  }
}
