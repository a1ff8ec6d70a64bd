/** Lines of cells, each column as wide as its widest cell; the last one is not padded. */
export const columns = (rows: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> => {
  const widths: Array<number> = []
  for (const row of rows)
    row.forEach((cell, at) => {
      widths[at] = Math.max(widths[at] ?? 0, cell.length)
    })
  return rows.map((row) =>
    row
      .map((cell, at) => (at === row.length - 1 ? cell : cell.padEnd(widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
}

/** A value in one line. */
export const inline = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')

/** A text truncated to a width, with an ellipsis where something is cut off. */
export const truncated = (text: string, width: number): string =>
  text.length <= width ? text : `${text.slice(0, width - 1)}…`
