import { longestLoopBlock } from './block.js'
import { LARGE_PIPELINES, MOST_JOBS } from './large-pipelines.js'
import { type Cost, costOf, exceedsCostLaw, LAW } from './measure.js'
import { GROWING_STREAMS, growsTooFast, growthOf } from './members.js'
import { FORMATS, PARSERS, STRUCTURES, WAITED_FOR } from './parsers.js'
import { BAD_SHAPES, MANY_PARTS } from './shapes.js'

/** Prints what everything costs that reads text of a client; an argument keeps to names that hold it. Ends with 1 where the law is broken. */
const [wanted = ''] = process.argv.slice(2)

const lineOf = ({ name, exponent, size, milliseconds }: Cost): string =>
  `${name.padEnd(64)} ${exponent.toFixed(2)}  ${milliseconds.toFixed(1).padStart(8)} ms at ${size}`

const costs: Array<Cost> = []
const note = (cost: Cost): void => {
  costs.push(cost)
  if (exceedsCostLaw(cost)) process.stdout.write(`${lineOf(cost)}\n`)
}
for (const { name, read, longest } of PARSERS.filter((one) => one.name.includes(wanted)))
  for (const shape of BAD_SHAPES) {
    const work = (size: number) => read(shape.of(size))
    note(costOf(`${name}: ${shape.name}`, work, { most: longest }))
  }
for (const { name, read, longest } of FORMATS.filter((one) => one.name.includes(wanted)))
  for (const shape of MANY_PARTS)
    note(costOf(`${name}: ${shape.name}`, (size) => read(shape.of(size)), { most: longest }))
for (const { name, read, longest } of STRUCTURES.filter((one) => one.name.includes(wanted)))
  note(costOf(name, read, { most: longest }))
let longest = 0
const blocking: Array<string> = []
for (const { name, work, longest: most } of WAITED_FOR.filter((one) => one.name.includes(wanted)))
  for (const size of [1000, most / 16, most]) {
    const block = await longestLoopBlock(() => work(size), LAW.milliseconds)
    longest = Math.max(longest, block)
    if (block <= LAW.milliseconds) continue
    blocking.push(name)
    process.stdout.write(`${name.padEnd(64)} keeps the loop for ${block.toFixed(1)} ms at ${size}\n`)
  }
const growths = [
  ...GROWING_STREAMS.filter((one) => one.name.includes(wanted)).map((stream) => growthOf(stream)),
  ...LARGE_PIPELINES.filter((one) => one.name.includes(wanted)).map((stream) => growthOf(stream, MOST_JOBS)),
]
const tooFast = growths.filter(growsTooFast)
for (const { name, multiple } of tooFast)
  process.stdout.write(`${name.padEnd(64)} costs ${multiple.toFixed(1)} times as much among eight times the members\n`)
const broken = [...costs.filter(exceedsCostLaw), ...tooFast]
process.stdout.write(
  `${costs.length + growths.length} measured, ${broken.length} cost more than their size; ${blocking.length} keep the loop too long, the longest for ${longest.toFixed(0)} ms\n`,
)
process.exit(broken.length + blocking.length === 0 ? 0 : 1)
