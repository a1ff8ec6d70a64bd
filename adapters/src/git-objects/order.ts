const compare = (a: string, b: string): number => Buffer.compare(Buffer.from(a, 'utf8'), Buffer.from(b, 'utf8'))

/** The order in which changed files are shown: folders before files at each level, then by bytes. */
export const foldersFirst = (a: string, b: string): number => {
  const left = a.split('/')
  const right = b.split('/')
  for (let depth = 0; ; depth++) {
    const l = left[depth]
    const r = right[depth]
    if (l === undefined || r === undefined) return left.length - right.length
    const leftIsFile = depth === left.length - 1
    const rightIsFile = depth === right.length - 1
    if (leftIsFile !== rightIsFile) return leftIsFile ? 1 : -1
    const order = compare(l, r)
    if (order !== 0) return order
  }
}
