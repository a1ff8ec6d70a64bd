/** Requests a second of one server. */
export interface Rates {
  readonly title: string
  readonly one: number
  readonly list: number
  readonly create: number
}

const cell = (rate: number, first: number): string =>
  `${rate >= 100 ? Math.round(rate).toLocaleString('en') : rate.toFixed(1)}/s (${(rate / first).toFixed(2)})`

/** A row for each server; in brackets the ratio to the first one. */
export const rateTable = (rates: ReadonlyArray<Rates>): string => {
  const [first] = rates
  if (first === undefined) return ''
  return [
    '| | one deployment | twenty deployments, by a filter | record a deployment |',
    '|---|---|---|---|',
    ...rates.map(
      ({ title, one, list, create }) =>
        `| ${title} | ${cell(one, first.one)} | ${cell(list, first.list)} | ${cell(create, first.create)} |`,
    ),
  ].join('\n')
}
