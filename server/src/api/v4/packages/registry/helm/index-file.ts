import { setImmediate as othersTurn } from 'node:timers/promises'
import type { HelmChart } from '@forgefold/core/domains/packages/package'
import type { Instant } from '@forgefold/core/kernel'
import type { BodyStream } from '../../../../../http/index.js'

/** What JSON may hold as it is, but YAML only escaped (YAML 1.1 §5.1, §5.4). */
const UNPRINTABLE = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** What JSON escapes. A surrogate among it is a half of a pair (ECMA-262, `QuoteJSONString`), which readers of YAML refuse in escaped form too. */
const ESCAPE = /\\(u[\da-f]{4}|.)/g

const wellFormed = (sequence: string, name: string): string => (name.startsWith('ud') ? '\ufffd' : sequence)

/** JSON in one line that readers of YAML take as well: much quicker to write than YAML of many lines. */
const inline = (value: unknown): string =>
  JSON.stringify(value).replace(ESCAPE, wellFormed).replace(UNPRINTABLE, escaped)

async function* linesOf(
  charts: AsyncIterable<HelmChart>,
  projectId: number | string,
  now: Instant,
): AsyncGenerator<string, void> {
  yield 'apiVersion: v1\n'
  let newest: Instant | undefined
  let under: string | undefined
  for await (const { row, file, chart } of charts) {
    if (under === undefined) yield 'entries:\n'
    if (under !== row.name) yield `  ${inline(row.name)}:\n`
    under = row.name
    if (newest === undefined || file.createdAt > newest) newest = file.createdAt
    const of = { created: file.createdAt, digest: file.sha256, urls: [`charts/${file.name}`] }
    yield `  - ${inline({ ...chart, ...of })}\n`
  }
  if (under === undefined) yield 'entries: {}\n'
  const contextPath = `/api/v4/projects/${projectId}/packages/helm`
  yield `generated: ${inline(newest ?? now)}\nserverInfo: ${inline({ contextPath })}\n`
}

/** The index of a channel, as the Helm client reads it: its versions by the name of the chart. `now` is its time where it is empty. */
export async function* indexFile(
  charts: AsyncIterable<HelmChart>,
  projectId: number | string,
  now: Instant,
): BodyStream {
  for await (const line of linesOf(charts, projectId, now)) {
    yield Buffer.from(line)
    // Charts that are at hand follow each other without a turn of the event loop.
    await othersTurn()
  }
}
