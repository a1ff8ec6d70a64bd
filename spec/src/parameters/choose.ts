import { type DocumentedEndpoint, documentedEndpoints } from './endpoints.js'
import type { SentBy } from './pages.js'

/** What tests sent: of every test file, `METHOD /path parameter`. */
export type Heard = ReadonlyMap<string, ReadonlySet<string>>

const keysOf = ({ name, parameters }: DocumentedEndpoint): ReadonlyArray<string> =>
  parameters.map((parameter) => `${name} ${parameter.name}`)

/** The tests of an endpoint, those first that send most of what it takes. */
const bestFirst = (endpoint: DocumentedEndpoint, heard: Heard): ReadonlyArray<string> => {
  const keys = keysOf(endpoint)
  const sent = (test: string): number => keys.filter((key) => heard.get(test)?.has(key)).length
  return [...heard.keys()].toSorted((a, b) => sent(b) - sent(a) || (a < b ? -1 : 1))
}

/** The tests to name: those named before where they still send it, or did not run, else the one that sends most of the endpoint. */
export const chooseTests = (named: SentBy, heard: Heard): SentBy => {
  const chosen = new Map<string, string>()
  for (const endpoint of documentedEndpoints()) {
    const tests = bestFirst(endpoint, heard)
    for (const key of keysOf(endpoint)) {
      const before = named.get(key)
      const stays = before !== undefined && (!heard.has(before) || heard.get(before)?.has(key) === true)
      const test = stays ? before : tests.find((one) => heard.get(one)?.has(key))
      if (test !== undefined) chosen.set(key, test)
    }
  }
  return chosen
}

/** Which tests that are named for a parameter did not send it, after all of them ran: a sentence each. */
export const unheard = (named: SentBy, heard: Heard): ReadonlyArray<string> =>
  [...named].flatMap(([key, test]) => (heard.get(test)?.has(key) === true ? [] : [`${key}: ${test} does not send it`]))
