/** The grammar of every aggregate: deciders, events, envelopes, rejections. Everybody may enter. */
export * from './aggregate.js'
export * from './brand.js'
export * as codecs from './codecs.js'
export * from './decider.js'
export * from './envelope.js'
export * from './event-catalogue.js'
export * from './instant.js'
export * from './rejection.js'
