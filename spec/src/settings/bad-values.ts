import { type Attribute, CATALOGUE, type SettingName } from '@forgefold/core/domains/instance/settings'

/** A value that is refused, and in which words: with the parameters (`error`) or with the record (`message`). */
export interface BadValue {
  readonly name: string
  readonly value: unknown
  readonly error?: string
  readonly message?: Readonly<Record<string, ReadonlyArray<string>>>
}

const badNumbers = (name: string, attribute: Attribute): ReadonlyArray<BadValue> => {
  const { min, max, above, below, coerced, numbers } = attribute
  const typed = (value: unknown): BadValue => ({ name, value, error: `${name} is invalid` })
  const said = (value: unknown, ...texts: ReadonlyArray<string>): BadValue => ({
    name,
    value,
    message: { [name]: texts },
  })
  const whole = attribute.shape === 'integer'
  return [
    ...(coerced ? [said('abc', 'is not a number')] : [typed('abc')]),
    ...(whole ? [coerced ? said('12.5', 'must be an integer') : typed('12.5')] : []),
    coerced ? said({}, 'is not a number') : typed({}),
    // Too large for a number of any kind.
    ...(whole ? [] : [said('1e400', 'is not a number')]),
    ...(min === undefined || !Number.isInteger(min) ? [] : [said(min - 1, `must be greater than or equal to ${min}`)]),
    ...(max === undefined ? [] : [said(max + 1, `must be less than or equal to ${max}`)]),
    ...(above === undefined ? [] : [said(above, `must be greater than ${above}`)]),
    ...(below === undefined ? [] : [said(below, `must be less than ${below}`)]),
    ...(numbers === undefined
      ? []
      : [
          coerced
            ? said(77, 'is not included in the list')
            : { name, value: 77, error: `${name} does not have a valid value` },
        ]),
    ...(attribute.nullable
      ? []
      : [attribute.filled ? said(null, "can't be blank", 'is not a number') : said(null, 'is not a number')]),
  ]
}

const each = (sentence: string, ...texts: ReadonlyArray<string>): ReadonlyArray<readonly [string, string]> =>
  texts.map((text) => [text, sentence])

const BAD_URLS = each(
  'must be a valid URL',
  'nowhere',
  'http://',
  'http:///path',
  'https://ho st.example',
  'https://host.example:0',
  'https://host.example:65536',
  'https://host.example:port',
  'https://[::1',
  'https://[::g]',
  'https://300.1.1.1',
  'https://-host.example',
  'https://host.example/a b',
  'https://host.example/"><script>',
  'https://host.example/\r\nX-Header:1',
)

/** Texts that a check refuses, with its sentence; none for a check that refuses nothing. */
const BAD_TEXTS: Readonly<Record<NonNullable<Attribute['check']>, ReadonlyArray<readonly [string, string]>>> = {
  'any text': [],
  'addresses and networks': each(
    'is invalid',
    'somewhere',
    '10.0.0.256',
    '10.0.0.0/33',
    '::/129',
    '1::2::3',
    '10.0.0.1,,::1',
    '10.0.0.0/8/8',
  ),
  'branch name': each(
    'is invalid',
    'bad..name',
    'bad name',
    '-bad',
    '/bad',
    'bad/',
    'bad.lock',
    'bad~1',
    'bad^',
    'bad:name',
    'bad?',
    'bad*',
    'bad[',
    'bad\\name',
    'bad@{1}',
    '.bad',
    'bad/.name',
    'bad//name',
    'bad.',
    'bad\tname',
    'HEAD',
    'a'.repeat(40),
  ),
  'CI file path': each('cannot include leading slash or directory traversal.', '../x.yml', '/x.yml'),
  'cookie domain': each('is invalid', 'not a host!', '..example.com'),
  duration: each('is not a correct duration', 'some time', '-1 day'),
  'duration of a day or more': each('is not a correct duration', 'some time'),
  'e-mail address': each(
    'is invalid',
    'nobody',
    'a@b@c.example',
    'a b@c.example',
    'a@',
    '@b.example',
    'a@b.example\nBcc: c@d.example',
  ),
  'grpc or tls URL': each('is blocked: Only allowed schemes are tls, grpc', 'http://x.example'),
  'header value': each('is invalid', 'a\r\nX-Other: b', 'é'),
  'host name': each('is invalid', 'not a host!', 'a@b', 'a..b', '-a.example', 'a/b', `${'a'.repeat(64)}.example`),
  'host pattern': each('is invalid', 'not a host!', 'a@b.example', 'http://a.example', 'a/b'),
  'host, address or network': each(
    'is invalid',
    'not a host!',
    '10.0.0.0/33',
    'a.example:0',
    '[::1',
    'http://a.example',
  ),
  'one line': each('is invalid', 'two\nlines', 'a\u001bb'),
  pattern: each('is invalid', '('),
  'token prefix': each(
    "can contain only letters of the Base64 alphabet (RFC4648) with the addition of '@', ':' and '.'",
    'blank and!',
  ),
  URL: [...BAD_URLS, ...each('is blocked: Only allowed schemes are http, https', 'ftp://x.example', 'javascript://x/')],
  'URL or path': [
    ...BAD_URLS,
    ...each('must be a valid URL', '//other.example', '/\\other.example', '/\t/other.example'),
  ],
  URLs: each('must be a valid URL', 'nowhere', 'http://a.example,nowhere'),
}

const badTexts = (name: string, attribute: Attribute): ReadonlyArray<BadValue> => {
  const { maxLength, check, words, coerced, filled } = attribute
  const said = (value: unknown, text: string): BadValue => ({ name, value, message: { [name]: [text] } })
  const wrong = (check === undefined ? [] : BAD_TEXTS[check]).filter(([text]) => [...text].length <= (maxLength ?? 999))
  const long = 'a'.repeat((maxLength ?? 0) + 1)
  return [
    { name, value: { an: 'object' }, error: `${name} is invalid` },
    ...(maxLength === undefined ? [] : [said(long, `is too long (maximum is ${maxLength} characters)`)]),
    { name, value: 'a\u0000b', error: `${name} is invalid` },
    ...wrong.map(([text, sentence]) => said(text, sentence)),
    ...(filled ? [said('', "can't be blank"), said(null, "can't be blank")] : []),
    ...(words === undefined
      ? []
      : [
          coerced
            ? said('bogus', 'is not included in the list')
            : { name, value: 'bogus', error: `${name} does not have a valid value` },
        ]),
  ]
}

const LIST_SENTENCES: Readonly<Record<string, string>> = {
  restricted_visibility_levels: "'bogus' is not a valid visibility level",
  valid_runner_registrars: 'bogus is not included in the list',
  git_rate_limit_users_allowlist: 'exceeds maximum length (100 usernames)',
  outbound_local_requests_whitelist: 'is too long (maximum is 1000 entries)',
}

const badLists = (name: string, { words, maxItems, check }: Attribute): ReadonlyArray<BadValue> => {
  const said = (value: unknown): BadValue => ({ name, value, message: { [name]: [LIST_SENTENCES[name] ?? ''] } })
  return [
    { name, value: { an: 'object' }, error: `${name} is invalid` },
    ...(words === undefined
      ? []
      : [
          name in LIST_SENTENCES
            ? said(['bogus'])
            : { name, value: ['bogus'], error: `${name} does not have a valid value` },
        ]),
    ...(check === undefined ? [] : BAD_TEXTS[check])
      .filter(([text]) => !/[,;\s]/.test(text) || name !== 'asset_proxy_allowlist')
      .filter(([text]) => text.trim() === text && !text.includes(','))
      .map(([text, sentence]): BadValue => ({ name, value: ['example', text], message: { [name]: [sentence] } })),
    ...(maxItems === undefined ? [] : [said(Array.from({ length: maxItems + 1 }, () => 'root'))]),
  ]
}

/** Values that a setting refuses, one for each of its rules, each with the words of the refusal. */
export const badValues = (name: SettingName): ReadonlyArray<BadValue> => {
  const attribute: Attribute = CATALOGUE[name]
  switch (attribute.shape) {
    case 'boolean': {
      const refusal = { name, value: null, message: { [name]: ['must be a boolean value'] } }
      const wrong = (value: unknown): BadValue => ({
        name,
        value,
        ...(attribute.coerced ? { message: refusal.message } : { error: `${name} is invalid` }),
      })
      return [refusal, ...['perhaps', 'truthy', '2', 2, -1, 0.5, {}, [true]].map(wrong)]
    }
    case 'text':
      return badTexts(name, attribute)
    case 'texts':
      return badLists(name, attribute)
    case 'integers':
      return [
        { name, value: 'one,two', error: `${name} is invalid` },
        ...[0, -1].map((value) => ({ name, value: [7, value], message: { [name]: ['must be greater than 0'] } })),
      ]
    case 'weights':
      return [
        { name, value: 'default', error: `${name} is invalid` },
        { name, value: { default: 101 }, message: { [name]: ["value for 'default' must be between 0 and 100"] } },
        { name, value: { default: 'many' }, message: { [name]: ["value for 'default' must be an integer"] } },
        { name, value: { elsewhere: 1 }, message: { [name]: ["can't include: elsewhere"] } },
      ]
    default:
      return badNumbers(name, attribute)
  }
}
