import { readObjectId } from '@forgefold/core/ports'
import { type ParamType, string, success } from '../../http/index.js'

const text = string()

/** A git revision: the id of an object, in lower case where it is complete, or any other expression that git resolves. */
export const revision: ParamType<string> = {
  ...text,
  coerce: (raw, name) => {
    const read = text.coerce(raw, name)
    return read.ok ? success(readObjectId(read.value) ?? read.value) : read
  },
}
