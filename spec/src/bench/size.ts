const FLAG = '--size='

/** How many things a benchmark is to be run on: `--size=N`, else its own default. A smaller size proves less. */
export const sizeOr = (fallback: number): number => {
  const given = process.argv.find((arg) => arg.startsWith(FLAG))
  const size = given === undefined ? fallback : Number(given.slice(FLAG.length))
  if (!Number.isSafeInteger(size) || size < 1) throw new Error(`${FLAG} takes a whole number`)
  return size
}
