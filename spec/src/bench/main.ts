import { cpus } from 'node:os'
import { measure, type Result } from './benchmark.js'
import { benchmarks } from './registry.js'
import { namesIn } from './size.js'

/** `npm run bench [-- name … --size=N]`: each goal with its ceiling, both figures, and whether it is met. */
const figure = (value: number): string => (value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3))

const line = ({ benchmark, unit, ceiling, product, ratio, met, notes }: Result): string => {
  const goal = 'atLeast' in benchmark.goal ? `≥ ${benchmark.goal.atLeast}` : `≤ ${benchmark.goal.atMost}`
  return [
    `${benchmark.name}  ${benchmark.work}`,
    `    ceiling  ${figure(ceiling)} ${unit}  (${benchmark.ceiling})`,
    `    product  ${figure(product)} ${unit}`,
    `    ratio    ${ratio.toFixed(3)}  goal ${goal}  ${met ? 'met' : 'MISSED'}`,
    ...notes.map((note) => `    ${note}`),
  ].join('\n')
}

const asked = namesIn(process.argv.slice(2))
const names = asked.length > 0 ? asked : Object.keys(benchmarks)
const unknown = names.filter((name) => benchmarks[name] === undefined)
if (unknown.length > 0) {
  console.error(`no such benchmark: ${unknown.join(', ')}; there are ${Object.keys(benchmarks).join(', ')}`)
  process.exit(2)
}

console.log(
  `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}; medians, ratios of the same round`,
)
let missed = 0
for (const name of names) {
  const benchmark = await benchmarks[name]?.()
  if (benchmark === undefined) continue
  const result = await measure(benchmark)
  if (!result.met) missed++
  console.log(line(result))
}
process.exitCode = missed === 0 ? 0 : 1
