import type { Ports } from '../composition/index.js'
import { checkObject, checkOptions } from './known-names.js'

/** The functions that a port must have; optional ones are left out. */
type FunctionsOf<Port> = {
  readonly [Name in keyof Port as Port[Name] extends (...given: never) => unknown ? Name : never]: true
}
const FUNCTIONS: { readonly [Name in keyof Ports]: FunctionsOf<Ports[Name]> } = {
  events: { append: true, readStream: true, readAll: true, subscribe: true, close: true },
  git: {
    of: true,
    create: true,
    exists: true,
    remove: true,
    fork: true,
    withObjectsOf: true,
    diskPath: true,
    maintain: true,
    check: true,
    cancelMaintenance: true,
    claim: true,
    begin: true,
    finish: true,
    isPending: true,
    pending: true,
    load: true,
    close: true,
  },
  blobs: { put: true, get: true, has: true, remove: true, removeOlder: true, list: true },
  packageFiles: { put: true, get: true, has: true, remove: true, removeOlder: true, list: true },
  clock: { now: true },
  ids: { commandId: true, derived: true, uuid: true },
  secrets: { token: true, hex: true, digest: true, keyedDigest: true, equal: true },
  passwords: { hash: true, verify: true },
  secretBox: { seal: true, open: true },
  personalData: { seal: true, open: true, erase: true },
  markdown: { render: true, renderInline: true },
  ciPlanner: { plan: true, execution: true, lint: true, includes: true },
  outbound: { post: true },
  mail: { send: true },
  emojiNames: { canonical: true },
  patterns: { compile: true },
  checkpoints: { load: true, save: true },
  snapshots: { load: true, save: true },
  readModel: {},
}

const kindOf = (value: unknown): string => (value === null ? 'null' : typeof value)

/** Throws a sentence where a name is that of no port, or a port lacks a function. */
const checkPorts = (ports: Partial<Ports>): void => {
  checkOptions('ports', ports, FUNCTIONS, 'port')
  for (const [name, port] of Object.entries(ports)) {
    if (port === undefined) continue
    const kinds = name === 'readModel' ? ['function'] : ['object', 'function']
    if (!kinds.includes(kindOf(port)))
      throw new TypeError(`the port ${name} is ${kindOf(port)}; it has to be ${kinds.join(' or ')}`)
    for (const called of Object.keys(FUNCTIONS[name as keyof Ports]))
      if (typeof Reflect.get(port, called) !== 'function')
        throw new TypeError(`the port ${name} has no function ${called}`)
  }
}

/** The same ports, with a read model that is checked when it is opened. */
export const checkedPorts = (ports: Partial<Ports>): Partial<Ports> => {
  checkPorts(ports)
  const { readModel } = ports
  if (readModel === undefined) return ports
  const opened: Ports['readModel'] = (sources) => {
    const model = readModel(sources)
    checkObject('what the port readModel opens', model)
    for (const [name, member] of Object.entries({ read: model.read, projector: model.projector }))
      checkObject(`${name} of what the port readModel opens`, member)
    return model
  }
  return { ...ports, readModel: opened }
}
