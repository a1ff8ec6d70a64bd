type Part = Readonly<Record<string, unknown>>

const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Schemas that have a title, each defined once and referenced by it. */
export class Components {
  readonly #known = new Map<string, { readonly schema: Part; readonly text: string }>()

  get schemas(): Part {
    return Object.fromEntries([...this.#known].sort().map(([title, { schema }]) => [title, schema]))
  }

  /** The same value, with every titled schema replaced by a reference. Throws if one title names two schemas: a defect of the response shapes. */
  refer(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((one) => this.refer(one))
    if (!isPart(value)) return value
    const { title, ...rest } = value
    const inner = Object.fromEntries(Object.entries(rest).map(([key, one]) => [key, this.refer(one)]))
    if (typeof title !== 'string' || inner['properties'] === undefined)
      return title === undefined ? inner : { title, ...inner }
    const { deprecated, ...schema } = inner
    this.#keep(title, schema)
    return { $ref: `#/components/schemas/${title}`, ...(deprecated === undefined ? {} : { deprecated }) }
  }

  #keep(title: string, schema: Part): void {
    const text = JSON.stringify(schema)
    const known = this.#known.get(title)
    if (known !== undefined && known.text !== text) throw new Error(`two schemas are called ${title}`)
    this.#known.set(title, { schema, text })
  }
}
