import type { ServedRequest } from '../http/index.js'
import { Histogram } from './histogram.js'

/** Upper bounds of the latency buckets, in seconds. */
const BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface Count {
  readonly labels: string
  readonly durations: Histogram
}

const escapeLabel = (text: string): string => text.replace(/[\\"]/g, '\\$&').replace(/\n/g, '\\n')

const KNOWN_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

const innerOf = <K, V>(outer: Map<string, Map<K, V>>, key: string): Map<K, V> => {
  const known = outer.get(key)
  if (known !== undefined) return known
  const made = new Map<K, V>()
  outer.set(key, made)
  return made
}

/** Counts requests and their durations by method, route and status. */
export class RequestTally {
  readonly #byRoute = new Map<string, Map<string, Map<number, Count>>>()

  readonly note = ({ pattern, method, status, milliseconds }: ServedRequest): void => {
    this.#countOf(pattern, KNOWN_METHODS.has(method) ? method : 'other', status).durations.observe(milliseconds / 1000)
  }

  #countOf(pattern: string, method: string, status: number): Count {
    const statuses = innerOf(innerOf(this.#byRoute, pattern), method)
    const known = statuses.get(status)
    if (known !== undefined) return known
    const labels = `method="${method}",route="${escapeLabel(pattern)}",status="${status}"`
    const made = { labels, durations: new Histogram(BOUNDS) }
    statuses.set(status, made)
    return made
  }

  *#counts(): Generator<Count> {
    for (const methods of this.#byRoute.values()) for (const statuses of methods.values()) yield* statuses.values()
  }

  /** The counts in the exposition format of Prometheus. */
  text(): string {
    const lines = [
      '# HELP forgefold_http_request_duration_seconds Time from the head of a request to the head of its answer.',
      '# TYPE forgefold_http_request_duration_seconds histogram',
    ]
    for (const { labels, durations } of this.#counts())
      lines.push(...durations.lines('forgefold_http_request_duration_seconds', labels))
    lines.push('# HELP forgefold_http_requests_total Requests answered.')
    lines.push('# TYPE forgefold_http_requests_total counter')
    for (const { labels, durations } of this.#counts())
      lines.push(`forgefold_http_requests_total{${labels}} ${durations.count}`)
    return `${lines.join('\n')}\n`
  }
}
