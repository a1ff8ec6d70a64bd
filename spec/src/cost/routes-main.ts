import { LAW } from './measure.js'
import { costsOfField, openCostInstance, textFields } from './routes.js'

/** Prints which text fields of which routes cost more than their size; an argument keeps to names that hold it. Ends with 1 where there is one. */
const [wanted = ''] = process.argv.slice(2)
const SIZE = 64 * 1024

const instance = await openCostInstance()
const fields = (await textFields(instance)).filter(({ name }) => name.includes(wanted))
let broken = 0
for (const field of fields)
  for (const { name, exponent, milliseconds } of await costsOfField(instance, field, SIZE)) {
    if (exponent <= LAW.exponent) continue
    broken++
    process.stdout.write(`${exponent.toFixed(2)} ${milliseconds.toFixed(0)} ms ${name}\n`)
  }
await instance.close()
process.stdout.write(`${fields.length} text fields of routes, ${broken} cost more than their size\n`)
process.exit(broken === 0 ? 0 : 1)
