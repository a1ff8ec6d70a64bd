import type { Ports } from '../composition/index.js'

/** The functions that a port of one's own must have at least; of git and the larger ones its users find out. */
const FUNCTIONS: { readonly [Name in keyof Ports]: ReadonlyArray<keyof Ports[Name] & string> } = {
  events: ['append', 'readStream', 'readAll', 'subscribe', 'close'],
  git: [],
  blobs: ['put', 'get', 'has', 'remove', 'removeOlder', 'list'],
  packageFiles: ['put', 'get', 'has', 'remove', 'removeOlder', 'list'],
  clock: ['now'],
  ids: ['commandId', 'derived', 'uuid'],
  secrets: ['token', 'hex', 'digest', 'keyedDigest', 'equal'],
  passwords: ['hash', 'verify'],
  secretBox: ['seal', 'open'],
  personalData: ['seal', 'open', 'erase'],
  markdown: ['render', 'renderInline'],
  ciPlanner: [],
  outbound: [],
  mail: ['send'],
  emojiNames: ['canonical'],
  patterns: [],
  checkpoints: ['load', 'save'],
  snapshots: ['load', 'save'],
  readModel: [],
}

const kindOf = (value: unknown): string => (value === null ? 'null' : typeof value)

/** Throws a sentence where a name is that of no port, or a port lacks a function. */
export const checkPorts = (ports: Partial<Ports>): void => {
  for (const [name, port] of Object.entries(ports)) {
    if (!Object.hasOwn(FUNCTIONS, name))
      throw new RangeError(`there is no port ${name}; there are ${Object.keys(FUNCTIONS).join(', ')}`)
    if (port === undefined) continue
    const kinds = name === 'readModel' ? ['function'] : ['object', 'function']
    if (!kinds.includes(kindOf(port))) throw new TypeError(`the port ${name} is ${kindOf(port)}`)
    for (const called of FUNCTIONS[name as keyof Ports])
      if (typeof Reflect.get(port, called) !== 'function')
        throw new TypeError(`the port ${name} has no function ${called}`)
  }
}
