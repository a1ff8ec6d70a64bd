import type { Forge } from '../../../app/forge.js'
import type { WebhookDetails } from './aggregate.js'

const NAME = /^[A-Za-z](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/
const MAX_VALUE_LENGTH = 2048
const PLACEHOLDER = /\{([^{}]*)\}/g

/** Whether a variable of an address may have this name. */
export const isVariableName = (name: string): boolean => NAME.test(name) && name.length <= 255

/** Whether a variable of an address may have this value. */
export const isVariableValue = (value: string): boolean => value !== '' && value.length <= MAX_VALUE_LENGTH

/** The address with the values of its variables; undefined where it is none that can be asked. */
export const expandUrl = (url: string, variables: Readonly<Record<string, string>>): string | undefined => {
  let isWhole = true
  const filled = url.replace(PLACEHOLDER, (_, name: string) => {
    if (!Object.hasOwn(variables, name)) isWhole = false
    return variables[name] ?? ''
  })
  return isWhole && /^https?:\/\/[^\s/?#]+\S*$/i.test(filled) ? filled : undefined
}

const USER_INFO = /^(https?:\/\/)[^/?#]*@/i

/** The address without the user name and password that it may begin with. */
export const withoutUserInfo = (url: string): string => url.replace(USER_INFO, '$1*****:*****@')

type Sealed = Pick<WebhookDetails, 'url' | 'token' | 'urlVariables'>

/** The address of a webhook as it was written. */
export const urlTemplateOf = ({ secretBox }: Pick<Forge, 'secretBox'>, { url }: Pick<Sealed, 'url'>): string =>
  secretBox.open(url) ?? ''

/** The values of an address' variables in the clear. */
export const variablesOf = (
  { secretBox }: Pick<Forge, 'secretBox'>,
  { urlVariables }: Pick<Sealed, 'urlVariables'>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(urlVariables).map(([name, sealed]) => [name, secretBox.open(sealed) ?? '']))
