/** A branch or tag and its object id. */
export interface BundledRef {
  readonly name: string
  readonly sha: string
}

/** Branches and tags with everything reachable from them, as `git bundle create` writes them. */
export interface GitBundle {
  readonly refs: ReadonlyArray<BundledRef>
  readonly pack: Buffer
}

const SIGNATURES = ['# v2 git bundle', '# v3 git bundle']
const SUPPORTED_REFS = /^refs\/(heads|tags)\//

/** Parses a bundle (gitformat-bundle). Throws if it is invalid, or if it has prerequisite commits. */
export const readBundle = (bytes: Buffer): GitBundle => {
  const refs: Array<BundledRef> = []
  let from = 0
  for (let first = true; ; first = false) {
    const end = bytes.indexOf(0x0a, from)
    if (end < 0) throw new Error('it is no git bundle')
    const line = bytes.toString('utf8', from, end)
    from = end + 1
    if (first) {
      if (!SIGNATURES.includes(line)) throw new Error('it is no git bundle')
      continue
    }
    if (line === '') return { refs, pack: bytes.subarray(from) }
    if (line.startsWith('-')) throw new Error('the git bundle is not whole: it builds on commits that are not in it')
    if (line.startsWith('@') && line !== '@object-format=sha1') throw new Error(`the git bundle has ${line}`)
    const [sha = '', name = ''] = line.split(' ')
    if (SUPPORTED_REFS.test(name)) refs.push({ name, sha })
  }
}

/** The bytes of a bundle. */
export const bundleBytes = ({ refs, pack }: GitBundle): Buffer => {
  const head = ['# v2 git bundle', ...refs.map(({ name, sha }) => `${sha} ${name}`), '', ''].join('\n')
  return Buffer.concat([Buffer.from(head), pack])
}

/** One line in git's wire format: its length in four hexadecimal digits, then its text (gitprotocol-common). */
export const pktLine = (text: string): string => (text.length + 4).toString(16).padStart(4, '0') + text

export const FLUSH = '0000'

/** The lines before a pack or at the end of the bytes, and where they end. */
export const pktLines = (bytes: Buffer): { readonly lines: ReadonlyArray<string>; readonly rest: Buffer } => {
  const lines: Array<string> = []
  let from = 0
  while (from + 4 <= bytes.length) {
    const digits = bytes.toString('latin1', from, from + 4)
    if (!/^[0-9a-f]{4}$/.test(digits)) break
    const length = Number.parseInt(digits, 16)
    if (length >= 4) lines.push(bytes.toString('utf8', from + 4, from + length).replace(/\n$/, ''))
    from += Math.max(4, length)
  }
  return { lines, rest: bytes.subarray(from) }
}
