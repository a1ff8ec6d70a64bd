import { readObjectId } from '@forgefold/core/ports'
import { type ParamType, string, success } from '../../http/index.js'

const text = string()

/** A revision of git: the id of an object, in lower case where all of it is given, or whatever else git finds one by. */
export const revision: ParamType<string> = {
  ...text,
  coerce: (raw, name) => {
    const read = text.coerce(raw, name)
    return read.ok ? success(readObjectId(read.value) ?? read.value) : read
  },
}
