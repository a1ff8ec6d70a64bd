import { FIRST_GROUP, FIRST_THINGS } from '../hostile/first-things.js'
import { openTestInstance, type TestInstance } from '../instance/index.js'
import { withLoopMonitor } from './block.js'
import { type Cost, LAW } from './measure.js'
import { isText, KNOWN, type Schema, sampleOf, textsIn } from './nested-texts.js'
import { BAD_SHAPES } from './shapes.js'
import { slowness } from './slowness.js'

interface Operation {
  readonly parameters?: ReadonlyArray<{
    readonly name: string
    readonly in: string
    readonly required?: boolean
    readonly schema?: Schema
  }>
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }
}

/** One text field of one route, and how to send a text in it. */
export interface TextField {
  readonly name: string
  readonly send: (instance: TestInstance, text: string) => Promise<number>
}

/** Texts of a query come in the head of a request, which ends at 64 KiB; texts of a body may be as large as bodies. */
const MAX_BYTES = { query: 16 * 1024, body: 32 * 1024 } as const

const fieldsOf = (path: string, method: string, operation: Operation): ReadonlyArray<TextField> => {
  const parameters = operation.parameters ?? []
  const address = `/api/v4${path}`.replace(/\{([^}]+)\}/g, (_, name: string) =>
    encodeURIComponent(name === 'id' && path.startsWith('/groups/') ? FIRST_GROUP : `${KNOWN[name] ?? 1}`),
  )
  const body = operation.requestBody?.content?.['application/json']?.schema
  const properties = Object.entries(body?.properties ?? {})
  const base = Object.fromEntries(
    properties
      .filter(([name]) => body?.required?.includes(name))
      .map(([name, schema]) => [name, sampleOf(name, schema)] as const),
  )
  const needed = parameters
    .filter((one) => one.in === 'query' && one.required === true)
    .map(({ name, schema }): [string, string] => [name, `${sampleOf(name, schema)}`])
  const ask = async (instance: TestInstance, query: string, json?: object): Promise<number> =>
    (await instance.ask(method, address, { as: instance.root, query, ...(json === undefined ? {} : { json }) })).status
  const inQuery = parameters
    .filter((one) => one.in === 'query' && isText(one.schema))
    .map(({ name }) => ({
      name: `${method} ${path} ?${name}`,
      send: (instance: TestInstance, text: string) =>
        ask(
          instance,
          new URLSearchParams([
            ...needed.filter(([one]) => one !== name),
            [name, text.slice(0, MAX_BYTES.query)],
          ]).toString(),
          method === 'GET' ? undefined : base,
        ),
    }))
  const inBody = properties.flatMap(([name, schema]) =>
    textsIn(name, schema).map(({ name: full, holding }) => ({
      name: `${method} ${path} ${full}`,
      send: (instance: TestInstance, text: string) =>
        ask(instance, new URLSearchParams([...needed]).toString(), { ...base, [name]: holding(text) }),
    })),
  )
  return [...inQuery, ...inBody]
}

/** Every text field of every route that an instance documents; what deletes is left out, because it ends what the others read. */
export const textFields = async (instance: TestInstance): Promise<ReadonlyArray<TextField>> => {
  const document = (await instance.ask('GET', '/api/v4/openapi.json')).json as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  }
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) =>
      method === 'delete' ? [] : fieldsOf(path, method.toUpperCase(), operation),
    ),
  )
}

/** An instance with one of each that routes begin with. */
export const openCostInstance = async (): Promise<TestInstance> => {
  const instance = await openTestInstance()
  for (const { method, path, json } of FIRST_THINGS)
    await instance.ask(method, `/api/v4${path}`, { as: instance.root, json })
  return instance
}

/** Below this nothing is said about growth: an answer takes as long whatever is asked. */
const TOO_QUICK_MS = 40

/** What one field costs, and for how many milliseconds it kept the event loop from its turns. */
export interface FieldCost extends Cost {
  readonly blocked: number
}

/** Whether a field costs more than its size, or keeps others waiting. */
export const breaksFieldLaw = ({ exponent, blocked }: FieldCost): boolean =>
  exponent > LAW.exponent || blocked > LAW.milliseconds

/** What it costs to send a field a shape of text, at two sizes; each shape that costs more than its size is sent once more before it is believed. */
export const costsOfField = async (
  instance: TestInstance,
  { name, send }: TextField,
  size: number,
): Promise<ReadonlyArray<FieldCost>> => {
  const costs: Array<FieldCost> = []
  const timed = async (text: string) => {
    const begun = process.cpuUsage()
    const { longest } = await withLoopMonitor(() => send(instance, text))
    const { user, system } = process.cpuUsage(begun)
    return { milliseconds: (user + system) / 1000, longest }
  }
  for (const shape of BAD_SHAPES) {
    const measured = async (): Promise<FieldCost> => {
      const half = await timed(shape.of(size / 2))
      const { milliseconds, longest: blocked } = await timed(shape.of(size))
      const exponent = milliseconds < TOO_QUICK_MS ? 0 : Math.log2(milliseconds / Math.max(half.milliseconds, 1))
      return { name: `${name}: ${shape.name}`, exponent, size, milliseconds, blocked }
    }
    let cost = await measured()
    for (let again = 0; again < 2 && breaksFieldLaw(cost); again++) {
      const { exponent, blocked, ...other } = await measured()
      cost = { ...other, exponent: Math.min(exponent, cost.exponent), blocked: Math.min(blocked, cost.blocked) }
    }
    costs.push(cost.blocked > LAW.milliseconds ? { ...cost, blocked: cost.blocked / slowness() } : cost)
  }
  return costs
}
