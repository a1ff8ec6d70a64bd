import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { type Arguments, argumentsOf, usageOf } from './arguments.js'
import { measure, type Result } from './benchmark.js'
import { comparisonLine, type Run, spreadOf, verdict } from './comparison.js'
import { benchmarks } from './registry.js'

/** `npm run bench`: each goal with its ceiling, both figures, and whether it is met; with `--compare`, whether something became worse beyond the noise. */
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

const given = (): Arguments => {
  try {
    return argumentsOf(process.argv.slice(2))
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usageOf(Object.keys(benchmarks))}`)
    process.exit(2)
  }
}

const { names: asked, save, compare, help } = given()
if (help) {
  console.log(usageOf(Object.keys(benchmarks)))
  process.exit(0)
}
const names = asked.length > 0 ? asked : Object.keys(benchmarks)
const unknown = names.filter((name) => benchmarks[name] === undefined)
if (unknown.length > 0) {
  console.error(`no such benchmark: ${unknown.join(', ')}; there are ${Object.keys(benchmarks).join(', ')}`)
  process.exit(2)
}
const before = compare === undefined ? undefined : (JSON.parse(readFileSync(compare, 'utf8')) as Run)

const processor = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}`
console.log(`Node ${process.version}, ${processor}; medians, ratios of the same round`)
const results: Array<Result> = []
for (const name of names) {
  const benchmark = await benchmarks[name]?.()
  if (benchmark === undefined) continue
  const result = await measure(benchmark)
  results.push(result)
  console.log(line(result))
}

if (save !== undefined) {
  const ratios = Object.fromEntries(results.map(({ benchmark, ratios: own }) => [benchmark.name, own]))
  const run: Run = { node: process.version, processor, day: new Date().toISOString().slice(0, 10), ratios }
  writeFileSync(save, `${JSON.stringify(run, undefined, 2)}\n`)
}

/** Prints what became of each benchmark since; how many are worse. */
const worseThan = ({ day, node, processor: other, ratios }: Run): number => {
  console.log(`compared with ${day}, Node ${node}, ${other}`)
  const known = results.flatMap(({ benchmark: { name, goal }, ratios: own }) => {
    const earlier = ratios[name]
    return earlier === undefined ? [] : [{ name, goal, earlier: spreadOf(earlier), now: spreadOf(own) }]
  })
  for (const { name, goal, earlier, now } of known) console.log(comparisonLine(name, goal, earlier, now))
  return known.filter(({ goal, earlier, now }) => verdict(goal, earlier, now) === 'worse').length
}

const failed = before === undefined ? results.filter(({ met }) => !met).length : worseThan(before)
process.exitCode = failed === 0 ? 0 : 1
