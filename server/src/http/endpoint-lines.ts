import type { DocumentedEndpoint, ServingEndpoint } from './documented-endpoint.js'

const TIERS: ReadonlyArray<string> = ['premium', 'ultimate']

type Remarks = Omit<DocumentedEndpoint & ServingEndpoint, 'method' | 'path'>

const remarksIn = (words: ReadonlyArray<string>): Remarks => {
  const after = (name: string): string | undefined => words[words.indexOf(name) + 1]
  const tier = words.find((word) => TIERS.includes(word)) as DocumentedEndpoint['tier']
  return {
    ...(tier === undefined ? {} : { tier }),
    ...(words.includes('since') ? { since: after('since') as string } : {}),
    ...(words.includes('until') ? { until: after('until') as string } : {}),
    ...(words.includes('wide') ? { narrower: words.filter((word) => word.startsWith('/')) } : {}),
  }
}

const NO_REMARKS: Remarks = {}

/**
 * Parses lines such as `GET POST /groups/:id/wikis premium since 14.2`: an endpoint for each method. `wide` says that its pattern also matches
 * documented paths that it does not serve; those that it serves follow the word.
 */
export const endpointsIn = (text: string): ReadonlyArray<DocumentedEndpoint & ServingEndpoint> => {
  const found: Array<DocumentedEndpoint & ServingEndpoint> = []
  for (const line of text.split('\n')) {
    const from = line.indexOf('/')
    if (from < 0) continue
    const space = line.indexOf(' ', from)
    const to = space < 0 ? line.length : space
    const path = line.slice(from, to)
    const remarks = space < 0 ? NO_REMARKS : remarksIn(line.slice(to).split(' '))
    for (const method of line.slice(0, from).split(' ')) if (method !== '') found.push({ method, path, ...remarks })
  }
  return found
}

const wordsOf = ({ path, tier, since, until, narrower }: DocumentedEndpoint & ServingEndpoint): string =>
  [
    path,
    ...(tier === undefined ? [] : [tier]),
    ...(since === undefined ? [] : ['since', since]),
    ...(until === undefined ? [] : ['until', until]),
    ...(narrower === undefined ? [] : ['wide', ...narrower]),
  ].join(' ')

/** The inverse of `endpointsIn`, one line per path; the order of different paths is kept. */
export const endpointLines = (endpoints: ReadonlyArray<DocumentedEndpoint & ServingEndpoint>): string => {
  const methods = new Map<string, Array<string>>()
  for (const endpoint of endpoints) {
    const words = wordsOf(endpoint)
    methods.set(words, [...(methods.get(words) ?? []), endpoint.method])
  }
  return [...methods].map(([words, names]) => `${names.join(' ')} ${words}`).join('\n')
}
