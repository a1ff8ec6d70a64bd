import * as t from 'io-ts'
import { type Aggregate, current, decideChange, type EventOf, eventCatalogue } from '../../../kernel/index.js'

const fields = {
  title: t.string,
  description: t.string,
  pwaName: t.string,
  pwaShortName: t.string,
  pwaDescription: t.string,
  newProjectGuidelines: t.string,
  profileImageGuidelines: t.string,
  headerMessage: t.string,
  footerMessage: t.string,
  messageBackgroundColor: t.string,
  messageFontColor: t.string,
  emailHeaderAndFooterEnabled: t.boolean,
}
const whole = t.type(fields)
const changed = t.partial(fields)

/** The appearance of the instance's pages. Empty text: none. */
export type Appearance = Readonly<t.TypeOf<typeof whole>>

const appearanceEvents = eventCatalogue({ AppearanceChanged: current(changed) })

export type AppearanceEvent = EventOf<typeof appearanceEvents>

/** What a new instance begins with. */
export const defaultAppearance: Appearance = {
  title: '',
  description: '',
  pwaName: '',
  pwaShortName: '',
  pwaDescription: '',
  newProjectGuidelines: '',
  profileImageGuidelines: '',
  headerMessage: '',
  footerMessage: '',
  messageBackgroundColor: '#E75E40',
  messageFontColor: '#FFFFFF',
  emailHeaderAndFooterEnabled: false,
}

export interface AppearanceCommand {
  readonly type: 'Change'
  readonly changes: { readonly [K in keyof Appearance]?: Appearance[K] | undefined }
}

/** The one appearance of the instance. */
export const appearance: Aggregate<AppearanceCommand, AppearanceEvent, Appearance> = {
  category: 'appearance',
  stateVersion: 1,
  events: appearanceEvents,
  initial: defaultAppearance,
  decide: (command) => (state) => {
    return decideChange('AppearanceChanged', command.changes, state)
  },
  evolve: (state, event) => ({ ...state, ...event.data }),
}

/** The id of its stream. */
export const APPEARANCE_ID = 'instance'
