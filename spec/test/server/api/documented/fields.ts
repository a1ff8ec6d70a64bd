/** What a documented field holds; with `?` it may be null. */
type Kind = 'integer' | 'text' | 'flag' | 'moment' | 'day' | 'list' | 'object' | 'anything'
type Field = Kind | `${Kind}?` | Fields | readonly [Fields]

/** The documented fields of one thing by their names; a name that ends in `?` may hold null in the place of what is nested. */
export interface Fields {
  readonly [name: string]: Field
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/
const isText = (value: unknown): value is string => typeof value === 'string'
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const HOLDS: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  integer: Number.isInteger,
  text: isText,
  flag: (value) => typeof value === 'boolean',
  moment: (value) => isText(value) && MOMENT.test(value),
  day: (value) => isText(value) && /^\d{4}-\d\d-\d\d$/.test(value),
  list: Array.isArray,
  object: isObject,
  anything: () => true,
}

/** What the answers have held so far, field by field: what never held anything proves nothing. */
export class Held {
  readonly #filled = new Set<string>()
  readonly #named = new Set<string>()

  /** In which ways an answer lacks what is documented; the last word of `name` says what kind of thing it is. */
  lacks(name: string, value: unknown, fields: Fields): ReadonlyArray<string> {
    if (!isObject(value)) return [`${name} is no object: ${JSON.stringify(value)}`]
    return Object.entries(fields).flatMap(([written, field]) => this.#lacks(name, value, written, field))
  }

  /** Fields that held nothing but null, or an empty list, in every answer: by kind of thing and name. */
  get neverFilled(): ReadonlyArray<string> {
    return [...this.#named].filter((one) => !this.#filled.has(one)).sort()
  }

  #lacks(name: string, value: Readonly<Record<string, unknown>>, written: string, field: Field): ReadonlyArray<string> {
    const key = written.replace(/\?$/, '')
    const at = `${name}.${key}`
    const kind = `${name.slice(name.search(/[^. ]+$/))}.${key}`
    this.#named.add(kind)
    if (!Object.hasOwn(value, key)) return [`${at} is missing`]
    const held = value[key]
    if (held === null) {
      const mayBeNull = written.endsWith('?') || (isText(field) && field.endsWith('?'))
      return mayBeNull || field === 'anything' ? [] : [`${at} is null`]
    }
    if (!Array.isArray(held) || held.length > 0) this.#filled.add(kind)
    if (isText(field))
      return HOLDS[field.replace(/\?$/, '') as Kind](held) ? [] : [`${at} is no ${field}: ${JSON.stringify(held)}`]
    if (!Array.isArray(field)) return this.lacks(at, held, field as Fields)
    if (!Array.isArray(held)) return [`${at} is no list`]
    return held.flatMap((one) => this.lacks(at, one, field[0]))
  }
}
