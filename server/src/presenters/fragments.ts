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
