import type { Served } from '../http/index.js'

/** Upper bounds of the latency buckets, in seconds. */
const BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface Count {
  readonly labels: string
  readonly buckets: Float64Array
  requests: number
  seconds: number
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

/**
 * Counts requests and how long they took, by method, route and status.
 *
 * Kept by hand, because the metrics library spends a microsecond on each observation, which is what a whole request may cost.
 */
export class RequestTally {
  readonly #byRoute = new Map<string, Map<string, Map<number, Count>>>()

  readonly note = ({ pattern, method, status, milliseconds }: Served): void => {
    const count = this.#countOf(pattern, KNOWN_METHODS.has(method) ? method : 'other', status)
    const seconds = milliseconds / 1000
    count.requests++
    count.seconds += seconds
    let at = 0
    while (at < BOUNDS.length && seconds > (BOUNDS[at] as number)) at++
    count.buckets[at] = (count.buckets[at] as number) + 1
  }

  #countOf(pattern: string, method: string, status: number): Count {
    const statuses = innerOf(innerOf(this.#byRoute, pattern), method)
    const known = statuses.get(status)
    if (known !== undefined) return known
    const labels = `method="${method}",route="${escapeLabel(pattern)}",status="${status}"`
    const made = { labels, buckets: new Float64Array(BOUNDS.length + 1), requests: 0, seconds: 0 }
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
    for (const { labels, buckets, requests, seconds } of this.#counts()) {
      let below = 0
      BOUNDS.forEach((bound, at) => {
        below += buckets[at] as number
        lines.push(`forgefold_http_request_duration_seconds_bucket{${labels},le="${bound}"} ${below}`)
      })
      lines.push(`forgefold_http_request_duration_seconds_bucket{${labels},le="+Inf"} ${requests}`)
      lines.push(`forgefold_http_request_duration_seconds_sum{${labels}} ${seconds}`)
      lines.push(`forgefold_http_request_duration_seconds_count{${labels}} ${requests}`)
    }
    lines.push('# HELP forgefold_http_requests_total Requests answered.')
    lines.push('# TYPE forgefold_http_requests_total counter')
    for (const { labels, requests } of this.#counts())
      lines.push(`forgefold_http_requests_total{${labels}} ${requests}`)
    return `${lines.join('\n')}\n`
  }
}
