import type { Forge } from '../../../app/forge.js'
import type { WebhookDetails } from './aggregate.js'

const NAME = /^[A-Za-z](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/
const MAX_VALUE_LENGTH = 2048
const PLACEHOLDER = /\{([^{}]*)\}/g

/** Whether it is a valid name of a URL variable. */
export const isVariableName = (name: string): boolean => NAME.test(name) && name.length <= 255

/** Whether it is a valid value of a URL variable. */
export const isVariableValue = (value: string): boolean => value !== '' && value.length <= MAX_VALUE_LENGTH

/** An address that can be sent to: user name and password, host or IPv6 address, port, and the rest. */
const ADDRESS = /^https?:\/\/(?:[^\s/?#]*@)?(?:\[[\da-f:.]+\]|[^\s/?#@:[\]]+)(?::(\d{1,5}))?(?:[/?#]\S*)?$/i
const MAX_PORT = 65_535

const isAddress = (url: string): boolean => {
  const found = ADDRESS.exec(url)
  return found !== null && Number(found[1] ?? 0) <= MAX_PORT
}

/** The URL with the values of its variables; undefined where the result is no valid URL. */
export const expandUrl = (url: string, variables: Readonly<Record<string, string>>): string | undefined => {
  let isWhole = true
  const filled = url.replace(PLACEHOLDER, (_, name: string) => {
    if (!Object.hasOwn(variables, name)) isWhole = false
    return variables[name] ?? ''
  })
  return isWhole && isAddress(filled) ? filled : undefined
}

const USER_INFO = /^(https?:\/\/)[^/?#]*@/i

/** The URL without user name and password. */
export const withoutUserInfo = (url: string): string => url.replace(USER_INFO, '$1*****:*****@')

type Sealed = Pick<WebhookDetails, 'url' | 'token' | 'urlVariables'>

/** The decrypted URL template of a webhook. */
export const urlTemplateOf = ({ secretBox }: Pick<Forge, 'secretBox'>, { url }: Pick<Sealed, 'url'>): string =>
  secretBox.open(url) ?? ''

/** The decrypted variables of a webhook's URL. */
export const variablesOf = (
  { secretBox }: Pick<Forge, 'secretBox'>,
  { urlVariables }: Pick<Sealed, 'urlVariables'>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(urlVariables).map(([name, sealed]) => [name, secretBox.open(sealed) ?? '']))
