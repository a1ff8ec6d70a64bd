import type { DocumentedEndpoint } from '../../http/index.js'

const METHOD = /^[A-Z]+$/
const TIERS: ReadonlyArray<string> = ['premium', 'ultimate']

const remarksIn = (words: ReadonlyArray<string>): Omit<DocumentedEndpoint, 'method' | 'path'> => {
  const after = (name: string): string | undefined => words[words.indexOf(name) + 1]
  const tier = words.find((word) => TIERS.includes(word)) as DocumentedEndpoint['tier']
  return {
    ...(tier === undefined ? {} : { tier }),
    ...(words.includes('since') ? { since: after('since') as string } : {}),
    ...(words.includes('until') ? { until: after('until') as string } : {}),
  }
}

/** Reads lines such as `GET POST /groups/:id/wikis premium since 14.2`: an endpoint for each method. */
export const endpointsIn = (text: string): ReadonlyArray<DocumentedEndpoint> => {
  const found: Array<DocumentedEndpoint> = []
  for (const line of text.split('\n')) {
    const words = line.split(' ').filter((word) => word !== '')
    const path = words.find((word) => word.startsWith('/'))
    if (path === undefined) continue
    const remarks = remarksIn(words.slice(words.indexOf(path) + 1))
    for (const method of words.filter((word) => METHOD.test(word))) found.push({ method, path, ...remarks })
  }
  return found
}
