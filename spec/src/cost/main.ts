import { breaksLaw, type Cost, costOf, LONGEST_MS } from './measure.js'
import { BOUNDED, PARSERS, STRUCTURES } from './parsers.js'
import { BAD_SHAPES } from './shapes.js'

/** Prints what everything costs that reads text of a client; an argument keeps to names that hold it. Ends with 1 where the law is broken. */
const [wanted = ''] = process.argv.slice(2)

const lineOf = ({ name, exponent, size, milliseconds }: Cost): string =>
  `${name.padEnd(64)} ${exponent.toFixed(2)}  ${milliseconds.toFixed(1).padStart(8)} ms at ${size}`

const costs: Array<Cost> = []
const note = (cost: Cost): void => {
  costs.push(cost)
  if (breaksLaw(cost)) process.stdout.write(`${lineOf(cost)}\n`)
}
for (const { name, read, longest } of PARSERS.filter((one) => one.name.includes(wanted)))
  for (const shape of BAD_SHAPES) {
    const work = (size: number) => read(shape.of(size))
    note(costOf(`${name}: ${shape.name}`, work, { most: longest }))
  }
for (const { name, read, longest } of STRUCTURES.filter((one) => one.name.includes(wanted)))
  note(costOf(name, read, { most: longest }))
const slow = BOUNDED.filter((one) => one.name.includes(wanted)).filter(({ name, work }) => {
  const cost = costOf(name, work, { least: 1, most: 1 })
  if (cost.milliseconds > LONGEST_MS) process.stdout.write(`${lineOf(cost)}\n`)
  return cost.milliseconds > LONGEST_MS
})
const broken = costs.filter(breaksLaw)
process.stdout.write(
  `${costs.length} measured, ${broken.length} cost more than their size, ${slow.length} go over their deadline\n`,
)
process.exit(broken.length + slow.length === 0 ? 0 : 1)
