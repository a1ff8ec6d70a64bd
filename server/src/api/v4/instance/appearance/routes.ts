import { type Appearance, changeAppearance, readAppearance } from '@forgefold/core/domains/instance/appearance'
import { boolean, optional, type Route, respond, route, string } from '../../../../http/index.js'
import { callerOf } from '../../path-ids.js'
import { boolean as flag, nothing, record, type Shape, text } from '../../shape.js'

const AREA = 'Appearance'
const path = '/application/appearance'

const shape: Shape = record('Appearance', {
  title: text,
  description: text,
  pwa_name: text,
  pwa_short_name: text,
  pwa_description: text,
  pwa_icon: nothing,
  logo: nothing,
  header_logo: nothing,
  favicon: nothing,
  new_project_guidelines: text,
  profile_image_guidelines: text,
  header_message: text,
  footer_message: text,
  message_background_color: text,
  message_font_color: text,
  email_header_and_footer_enabled: flag,
})

const present = (own: Appearance) => ({
  title: own.title,
  description: own.description,
  pwa_name: own.pwaName,
  pwa_short_name: own.pwaShortName,
  pwa_description: own.pwaDescription,
  pwa_icon: null,
  logo: null,
  header_logo: null,
  favicon: null,
  new_project_guidelines: own.newProjectGuidelines,
  profile_image_guidelines: own.profileImageGuidelines,
  header_message: own.headerMessage,
  footer_message: own.footerMessage,
  message_background_color: own.messageBackgroundColor,
  message_font_color: own.messageFontColor,
  email_header_and_footer_enabled: own.emailHeaderAndFooterEnabled,
})

/** Routes of the appearance of the instance. */
export const appearanceRoutes: ReadonlyArray<Route> = [
  route({
    method: 'GET',
    path,
    area: AREA,
    summary: 'Read how the instance presents itself',
    caller: 'admin',
    params: {},
    success: { status: 200, schemaFor: shape },
    handler: ({ forge, principal }) => respond(present)(readAppearance(forge, { principal }, undefined)),
  }),
  route({
    method: 'PUT',
    path,
    area: AREA,
    summary: 'Change how the instance presents itself',
    caller: 'admin',
    params: {
      title: optional(string(), 'The title of the page to sign in'),
      description: optional(string(), 'The text beside it'),
      pwa_name: optional(string(), 'The name of the progressive web app'),
      pwa_short_name: optional(string(), 'Its short name'),
      pwa_description: optional(string(), 'What it is'),
      new_project_guidelines: optional(string(), 'What is told to who makes a project'),
      profile_image_guidelines: optional(string(), 'What is told to who uploads a picture'),
      header_message: optional(string(), 'Above every page'),
      footer_message: optional(string(), 'Below every page'),
      message_background_color: optional(string(), 'The ground of both'),
      message_font_color: optional(string(), 'The letters of both'),
      email_header_and_footer_enabled: optional(boolean(), 'Put both into mails'),
    },
    success: { status: 200, schemaFor: shape },
    handler: async (context, params) =>
      respond(present)(
        await changeAppearance(context.forge, callerOf(context), {
          title: params.title,
          description: params.description,
          pwaName: params.pwa_name,
          pwaShortName: params.pwa_short_name,
          pwaDescription: params.pwa_description,
          newProjectGuidelines: params.new_project_guidelines,
          profileImageGuidelines: params.profile_image_guidelines,
          headerMessage: params.header_message,
          footerMessage: params.footer_message,
          messageBackgroundColor: params.message_background_color,
          messageFontColor: params.message_font_color,
          emailHeaderAndFooterEnabled: params.email_header_and_footer_enabled,
        }),
      ),
  }),
]
