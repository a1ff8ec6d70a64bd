import { encodedFragment, type Fragment, fragmentOf, joinedFragments } from '../../http/index.js'

/**
 * The JSON text of one object with the fields of all parts, in order.
 *
 * Stringifying many small literals one after another costs a tenth of spreading them into one wide object.
 */
export const textOf = (...parts: ReadonlyArray<object>): string => {
  let text = ''
  for (const part of parts) {
    const one = JSON.stringify(part)
    if (one.length > 2) text += text === '' ? one.slice(1, -1) : `,${one.slice(1, -1)}`
  }
  return `{${text}}`
}

/** The same object with one more field, whose value is JSON text. */
export const withField = (text: string, name: string, value: string): string =>
  `${text.slice(0, -1)}${text === '{}' ? '' : ','}${JSON.stringify(name)}:${value}}`

const areSame = (some: ReadonlyArray<unknown>, others: ReadonlyArray<unknown>): boolean => {
  if (some.length !== others.length) return false
  for (let at = 0; at < some.length; at++) if (some[at] !== others[at]) return false
  return true
}

/**
 * Cached fragments of rows. A fragment is valid while the row and everything else shown with it are the same objects, which the read model
 * keeps until something in them changes.
 */
export class Fragments<Row extends object> {
  readonly #made = new WeakMap<Row, { readonly parts: ReadonlyArray<unknown>; readonly fragment: Fragment }>()

  of(row: Row, parts: ReadonlyArray<unknown>, present: () => unknown): Fragment {
    return this.kept(row, parts, () => fragmentOf(present()))
  }

  /** The same for fragments that are not made by presenting an object. */
  kept(row: Row, parts: ReadonlyArray<unknown>, make: () => Fragment): Fragment {
    const known = this.#made.get(row)
    if (known !== undefined && areSame(known.parts, parts)) return known.fragment
    const fragment = make()
    this.#made.set(row, { parts, fragment })
    return fragment
  }
}

/**
 * Cached fragments of whole pages, for lists that the read model caches: it returns the same array of the same rows only while nothing in the
 * read model has changed. The content must depend on rows and the instance only.
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
