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

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']

/** One text for all endpoints of a method, instead of a slice of each line. */
const methodAt = (text: string, at: number): string => {
  for (const method of METHODS) if (text.startsWith(method, at)) return method
  return text.slice(at, text.indexOf(' ', at))
}

/**
 * Parses lines such as `GET POST /groups/:id/wikis premium since 14.2`: an endpoint for each method, with the given properties as well. `wide`
 * says that its pattern also matches documented paths that it does not serve; those that it serves follow the word.
 */
export const endpointsIn = <Common extends object>(
  text: string,
  common: Common,
): ReadonlyArray<DocumentedEndpoint & ServingEndpoint & Common> => {
  const found: Array<DocumentedEndpoint & ServingEndpoint & Common> = []
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    const lineBreak = text.indexOf('\n', start)
    end = lineBreak < 0 ? text.length : lineBreak
    const from = text.indexOf('/', start)
    if (from < 0 || from > end) continue
    const space = text.indexOf(' ', from)
    const hasRemarks = space >= 0 && space < end
    const path = text.slice(from, hasRemarks ? space : end)
    const all = hasRemarks ? { ...common, ...remarksIn(text.slice(space, end).split(' ')) } : common
    for (let at = start; at < from; ) {
      const method = methodAt(text, at)
      if (method !== '') found.push({ method, path, ...all })
      at += method.length + 1
    }
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
