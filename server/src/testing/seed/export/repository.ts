import { bundleBytes, FLUSH, pktLine, pktLines } from '../git-bundle.js'
import type { SeedSource } from './source.js'

const SERVICE = 'git-upload-pack'
const REF = /^([0-9a-f]{40}) (refs\/(?:heads|tags)\/\S+)$/

/** The object id of each branch and tag, by full name. */
export type Refs = ReadonlyMap<string, string>

/** The branches and tags of a repository, as advertised to git clients (gitprotocol-http). */
export const refsOf = async (source: SeedSource, path: string): Promise<Refs> => {
  const advertised = await source.git(`/${path}.git/info/refs?service=${SERVICE}`)
  const found = pktLines(advertised).lines.flatMap((line) => {
    const [, sha, name] = REF.exec(line.split('\0')[0] ?? '') ?? []
    return sha === undefined || name === undefined || name.endsWith('^{}') ? [] : [[name, sha] as const]
  })
  return new Map(found)
}

/** All branches and tags as one git bundle. */
export const bundleOf = async (source: SeedSource, path: string, refs: Refs): Promise<Buffer> => {
  const wanted = [...new Set(refs.values())].map((sha, at) => pktLine(`want ${sha}${at === 0 ? ' ofs-delta' : ''}\n`))
  const body = `${wanted.join('')}${FLUSH}${pktLine('done\n')}`
  const headers = { 'content-type': `application/x-${SERVICE}-request` }
  const answer = await source.git(`/${path}.git/${SERVICE}`, { method: 'POST', headers, body })
  return bundleBytes({ refs: Array.from(refs, ([name, sha]) => ({ name, sha })), pack: pktLines(answer).rest })
}
