/** The types of this package are those of the schemas that the service checks and answers by: the compiler compares them. */
import type * as contract from '@notegraph/contract'
import { expectTypeOf, test } from 'vitest'
import type * as account from './account.ts'
import type * as answers from './answers.ts'
import type * as change from './change.ts'
import type * as conflict from './conflict.ts'
import type * as file from './file.ts'
import type * as imports from './import.ts'
import type * as restore from './restore.ts'
import type * as share from './share.ts'
import type * as site from './site.ts'
import type * as token from './token.ts'
import type * as digest from './digest.ts'
import type * as plugin from './plugin.ts'
import type * as webhook from './webhook.ts'
import type * as writes from './writes.ts'

/** Without the marks `readonly`, with intersections as one object, and with `unknown` for `any`. */
type Plain<T> = 0 extends 1 & T
  ? unknown
  : T extends readonly (infer I)[]
    ? Plain<I>[]
    : T extends object
      ? { -readonly [K in keyof T]: Plain<T[K]> }
      : T

test('answers of the notes', () => {
  expectTypeOf<Plain<answers.Page>>().toEqualTypeOf<Plain<contract.Page>>()
  expectTypeOf<Plain<answers.Block>>().toEqualTypeOf<Plain<contract.Block>>()
  expectTypeOf<Plain<answers.PageList>>().toEqualTypeOf<Plain<contract.PageList>>()
  expectTypeOf<Plain<answers.PageAnswer>>().toEqualTypeOf<Plain<contract.PageAnswer>>()
  expectTypeOf<Plain<answers.DayAnswer>>().toEqualTypeOf<Plain<contract.DayAnswer>>()
  expectTypeOf<Plain<answers.BlockAnswer>>().toEqualTypeOf<Plain<contract.BlockAnswer>>()
  expectTypeOf<Plain<answers.SearchAnswer>>().toEqualTypeOf<Plain<contract.SearchAnswer>>()
  expectTypeOf<Plain<answers.FurtherPage>>().toEqualTypeOf<Plain<contract.FurtherPage>>()
  expectTypeOf<Plain<answers.BlockLinksAnswer>>().toEqualTypeOf<Plain<contract.BlockLinksAnswer>>()
  expectTypeOf<Plain<answers.LinksAnswer>>().toEqualTypeOf<Plain<contract.LinksAnswer>>()
  expectTypeOf<Plain<answers.TaskList>>().toEqualTypeOf<Plain<contract.TaskList>>()
  expectTypeOf<Plain<answers.TypeList>>().toEqualTypeOf<Plain<contract.TypeList>>()
  expectTypeOf<Plain<answers.PagesEvent>>().toEqualTypeOf<Plain<contract.PagesEvent>>()
  expectTypeOf<Plain<answers.ErrorCode>>().toEqualTypeOf<Plain<contract.ErrorCode>>()
})

test('arguments and answers of the writes', () => {
  expectTypeOf<Plain<writes.AddBlock>>().toEqualTypeOf<Plain<contract.AddBlock>>()
  expectTypeOf<Plain<writes.AddOutline>>().toEqualTypeOf<Plain<contract.AddOutline>>()
  expectTypeOf<Plain<writes.AddOutlineAnswer>>().toEqualTypeOf<Plain<contract.AddOutlineAnswer>>()
  expectTypeOf<Plain<writes.CreatePage>>().toEqualTypeOf<Plain<contract.CreatePage>>()
  expectTypeOf<Plain<writes.SetTask>>().toEqualTypeOf<Plain<contract.SetTask>>()
  expectTypeOf<Plain<writes.UpdateBlock>>().toEqualTypeOf<Plain<contract.UpdateBlock>>()
  expectTypeOf<Plain<writes.SetProperty>>().toEqualTypeOf<Plain<contract.SetProperty>>()
  expectTypeOf<Plain<writes.SetBlockProperties>>().toEqualTypeOf<Plain<contract.SetBlockProperties>>()
  expectTypeOf<Plain<writes.SetBlockPropertiesAnswer>>().toEqualTypeOf<
    Plain<contract.SetBlockPropertiesAnswer>
  >()
  expectTypeOf<Plain<writes.RenamePage>>().toEqualTypeOf<Plain<contract.RenamePage>>()
  expectTypeOf<Plain<writes.RenamePageAnswer>>().toEqualTypeOf<Plain<contract.RenamePageAnswer>>()
  expectTypeOf<Plain<writes.DeletePage>>().toEqualTypeOf<Plain<contract.DeletePage>>()
  expectTypeOf<Plain<writes.DeletePageAnswer>>().toEqualTypeOf<Plain<contract.DeletePageAnswer>>()
  expectTypeOf<Plain<writes.MoveBlock>>().toEqualTypeOf<Plain<contract.MoveBlock>>()
  expectTypeOf<Plain<writes.MoveBlockAnswer>>().toEqualTypeOf<Plain<contract.MoveBlockAnswer>>()
  expectTypeOf<Plain<writes.DeleteBlock>>().toEqualTypeOf<Plain<contract.DeleteBlock>>()
  expectTypeOf<Plain<writes.DeleteBlockAnswer>>().toEqualTypeOf<Plain<contract.DeleteBlockAnswer>>()
  expectTypeOf<Plain<writes.SetProperties>>().toEqualTypeOf<Plain<contract.SetProperties>>()
  expectTypeOf<Plain<writes.AddBlockAnswer>>().toEqualTypeOf<Plain<contract.AddBlockAnswer>>()
  expectTypeOf<Plain<writes.CreatePageAnswer>>().toEqualTypeOf<Plain<contract.CreatePageAnswer>>()
  expectTypeOf<Plain<writes.BlockWritten>>().toEqualTypeOf<Plain<contract.BlockWritten>>()
  expectTypeOf<Plain<writes.UpdateBlockAnswer>>().toEqualTypeOf<Plain<contract.UpdateBlockAnswer>>()
  expectTypeOf<Plain<writes.SetTaskAnswer>>().toEqualTypeOf<Plain<contract.SetTaskAnswer>>()
  expectTypeOf<Plain<writes.SetPropertyAnswer>>().toEqualTypeOf<Plain<contract.SetPropertyAnswer>>()
  expectTypeOf<Plain<writes.SetPropertiesAnswer>>().toEqualTypeOf<Plain<contract.SetPropertiesAnswer>>()
})

test('answers of the list of changes', () => {
  expectTypeOf<Plain<change.OwnChangeList>>().toEqualTypeOf<Plain<contract.OwnChangeList>>()
  expectTypeOf<Plain<change.ChangeList>>().toEqualTypeOf<Plain<contract.ChangeList>>()
  expectTypeOf<Plain<change.ChangeAnswer>>().toEqualTypeOf<Plain<contract.ChangeAnswer>>()
  expectTypeOf<Plain<change.RevertAnswer>>().toEqualTypeOf<Plain<contract.RevertAnswer>>()
  expectTypeOf<Plain<change.KeepChangesAnswer>>().toEqualTypeOf<Plain<contract.KeepChangesAnswer>>()
  expectTypeOf<Plain<change.SeeChangesAnswer>>().toEqualTypeOf<Plain<contract.SeeChangesAnswer>>()
  expectTypeOf<Plain<change.RevertChangesAnswer>>().toEqualTypeOf<Plain<contract.RevertChangesAnswer>>()
})

test('tokens', () => {
  expectTypeOf<Plain<token.ChangeToken>>().toEqualTypeOf<Plain<contract.ChangeToken>>()
  expectTypeOf<Plain<token.ApiToken>>().toEqualTypeOf<Plain<contract.ApiToken>>()
  expectTypeOf<Plain<token.TokenList>>().toEqualTypeOf<Plain<contract.TokenList>>()
  expectTypeOf<Plain<token.MakeToken>>().toEqualTypeOf<
    Plain<NonNullable<(typeof contract.MakeToken)['~types']>['input']>
  >()
  expectTypeOf<Plain<token.TokenMade>>().toEqualTypeOf<Plain<contract.TokenMade>>()
})

test('shared pages', () => {
  expectTypeOf<Plain<share.Share>>().toEqualTypeOf<Plain<contract.Share>>()
  expectTypeOf<Plain<share.ShareList>>().toEqualTypeOf<Plain<contract.ShareList>>()
  expectTypeOf<Plain<share.SharePage>>().toEqualTypeOf<
    Plain<NonNullable<(typeof contract.SharePage)['~types']>['input']>
  >()
  expectTypeOf<Plain<share.ChangeShare>>().toEqualTypeOf<Plain<contract.ChangeShare>>()
})

test('published sites', () => {
  expectTypeOf<Plain<site.Site>>().toEqualTypeOf<Plain<contract.Site>>()
  expectTypeOf<Plain<site.SiteList>>().toEqualTypeOf<Plain<contract.SiteList>>()
  expectTypeOf<Plain<site.SitePageList>>().toEqualTypeOf<Plain<contract.SitePageList>>()
  expectTypeOf<Plain<site.PublishSite>>().toEqualTypeOf<Plain<contract.PublishSite>>()
  expectTypeOf<Plain<site.ChangeSite>>().toEqualTypeOf<Plain<contract.ChangeSite>>()
})

test('the account', () => {
  expectTypeOf<Plain<account.StorageAnswer>>().toEqualTypeOf<Plain<contract.StorageAnswer>>()
  expectTypeOf<Plain<account.DeviceList>>().toEqualTypeOf<Plain<contract.DeviceList>>()
  expectTypeOf<Plain<account.NoticeList>>().toEqualTypeOf<Plain<contract.NoticeList>>()
  expectTypeOf<Plain<account.AuditList>>().toEqualTypeOf<Plain<contract.AuditList>>()
})

test('files', () => {
  expectTypeOf<Plain<file.FileAdded>>().toEqualTypeOf<Plain<contract.UploadAnswer>>()
  expectTypeOf<Plain<file.UnlinkedFileList>>().toEqualTypeOf<Plain<contract.UnlinkedFileList>>()
  expectTypeOf<Plain<file.FilesRemoved>>().toEqualTypeOf<Plain<contract.RemoveFilesAnswer>>()
})

test('imports', () => {
  expectTypeOf<Plain<imports.ImportAnswer>>().toEqualTypeOf<Plain<contract.ImportAnswer>>()
})

test('conflicts', () => {
  expectTypeOf<Plain<conflict.ConflictList>>().toEqualTypeOf<Plain<contract.ConflictList>>()
  expectTypeOf<Plain<conflict.PickAnswer>>().toEqualTypeOf<Plain<contract.PickAnswer>>()
})

test('the daily digest', () => {
  expectTypeOf<Plain<digest.DigestAnswer>>().toEqualTypeOf<Plain<contract.DigestAnswer>>()
  expectTypeOf<Plain<digest.DigestEmail>>().toEqualTypeOf<Plain<contract.DigestEmail>>()
  expectTypeOf<Plain<digest.DigestBrowser>>().toEqualTypeOf<Plain<contract.DigestBrowser>>()
  expectTypeOf<Plain<digest.ChangeDigest>>().toEqualTypeOf<Plain<contract.ChangeDigest>>()
  expectTypeOf<Plain<digest.AddDigestBrowser>>().toEqualTypeOf<Plain<contract.AddDigestBrowser>>()
})

test('the plug-ins of an account', () => {
  expectTypeOf<Plain<plugin.PluginOffer>>().toEqualTypeOf<Plain<contract.PluginOffer>>()
  expectTypeOf<Plain<plugin.Plugin>>().toEqualTypeOf<Plain<contract.Plugin>>()
  expectTypeOf<Plain<plugin.PluginList>>().toEqualTypeOf<Plain<contract.PluginList>>()
})

test('the webhooks of an account', () => {
  expectTypeOf<Plain<webhook.Webhook>>().toEqualTypeOf<Plain<contract.Webhook>>()
  expectTypeOf<Plain<webhook.WebhookAnswer>>().toEqualTypeOf<Plain<contract.WebhookAnswer>>()
  expectTypeOf<Plain<webhook.WebhookList>>().toEqualTypeOf<Plain<contract.WebhookList>>()
  expectTypeOf<Plain<webhook.MakeWebhook>>().toEqualTypeOf<Plain<contract.MakeWebhook>>()
  expectTypeOf<Plain<webhook.ChangeWebhook>>().toEqualTypeOf<Plain<contract.ChangeWebhook>>()
  expectTypeOf<Plain<webhook.DeliveryList>>().toEqualTypeOf<Plain<contract.DeliveryList>>()
})

test('the history of an account', () => {
  expectTypeOf<Plain<restore.PageHistory>>().toEqualTypeOf<Plain<contract.PageHistory>>()
  expectTypeOf<Plain<restore.PageState>>().toEqualTypeOf<Plain<contract.PageState>>()
  expectTypeOf<Plain<restore.StateChange>>().toEqualTypeOf<Plain<contract.StateChange>>()
  expectTypeOf<Plain<restore.Snapshot>>().toEqualTypeOf<Plain<contract.Snapshot>>()
  expectTypeOf<Plain<restore.SnapshotList>>().toEqualTypeOf<Plain<contract.SnapshotList>>()
  expectTypeOf<Plain<restore.SnapshotRemoved>>().toEqualTypeOf<Plain<contract.SnapshotRemoved>>()
  expectTypeOf<Plain<restore.ForgetAnswer>>().toEqualTypeOf<Plain<contract.ForgetAnswer>>()
  expectTypeOf<Plain<restore.RestoreBody>>().toEqualTypeOf<Plain<contract.RestoreBody>>()
  expectTypeOf<Plain<restore.RestoreAnswer>>().toEqualTypeOf<Plain<contract.RestoreAnswer>>()
  expectTypeOf<Plain<restore.RestoreJob>>().toEqualTypeOf<Plain<contract.RestoreJob>>()
  expectTypeOf<Plain<restore.RestoreJobAnswer>>().toEqualTypeOf<Plain<contract.RestoreJobAnswer>>()
})
