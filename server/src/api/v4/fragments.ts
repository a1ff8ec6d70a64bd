import { encodedFragment, type Fragment, fragmentOf, joinedFragments } from '../../http/index.js'

/**
 * The JSON text of one object with the fields of all parts, in their order.
 *
 * Many small literals written one after the other cost a tenth of what spreading them into one wide object does.
 */
export const textOf = (...parts: ReadonlyArray<object>): string => {
  let text = ''
  for (const part of parts) {
    const one = JSON.stringify(part)
    if (one.length > 2) text += text === '' ? one.slice(1, -1) : `,${one.slice(1, -1)}`
  }
  return `{${text}}`
}

/** The same object with one more field, whose value is JSON text already. */
export const withField = (text: string, name: string, value: string): string =>
  `${text.slice(0, -1)}${text === '{}' ? '' : ','}${JSON.stringify(name)}:${value}}`

/**
 * Fragments made of rows, each good for as long as the row and everything else shown with it are the same objects: the read model keeps
 * them until something in them changes.
 */
export class Fragments<Row extends object> {
  readonly #made = new WeakMap<Row, { readonly parts: ReadonlyArray<unknown>; readonly fragment: Fragment }>()

  of(row: Row, parts: ReadonlyArray<unknown>, present: () => unknown): Fragment {
    const known = this.#made.get(row)
    if (known?.parts.every((part, at) => part === parts[at]) === true) return known.fragment
    const fragment = fragmentOf(present())
    this.#made.set(row, { parts, fragment })
    return fragment
  }
}

/**
 * Whole pages of fragments, for lists that the read model keeps: the same rows in the same array are given out only while nothing in the
 * read model has changed, so nothing they are shown with has either. What is shown must come from rows and from the instance alone.
 */
export class PageFragments<Row> {
  readonly #made = new WeakMap<ReadonlyArray<Row>, Fragment>()

  of(rows: ReadonlyArray<Row>, fragment: (row: Row) => Fragment): Fragment {
    const known = this.#made.get(rows)
    if (known !== undefined) return known
    const joined = encodedFragment(joinedFragments(rows.map(fragment)))
    this.#made.set(rows, joined)
    return joined
  }
}
