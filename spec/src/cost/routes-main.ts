import { breaksFieldLaw, costsOfField, openCostInstance, textFields } from './routes.js'

/** Prints which text fields of which routes cost more than their size; an argument keeps to names that hold it. Ends with 1 where there is one. */
const [wanted = ''] = process.argv.slice(2)
const SIZE = 64 * 1024

const instance = await openCostInstance()
const fields = (await textFields(instance)).filter(({ name }) => name.includes(wanted))
let broken = 0
let longest = 0
for (const field of fields)
  for (const cost of await costsOfField(instance, field, SIZE)) {
    longest = Math.max(longest, cost.blocked)
    if (!breaksFieldLaw(cost)) continue
    broken++
    const { name, exponent, milliseconds, blocked } = cost
    process.stdout.write(
      `${exponent.toFixed(2)} ${milliseconds.toFixed(0)} ms, ${blocked.toFixed(0)} ms at once: ${name}\n`,
    )
  }
await instance.close()
process.stdout.write(
  `${fields.length} text fields of routes, ${broken} cost more than their size; the loop was kept for ${longest.toFixed(0)} ms at most\n`,
)
process.exit(broken === 0 ? 0 : 1)
