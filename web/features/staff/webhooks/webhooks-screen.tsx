import { useQuery } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { deskWords, screenNames } from '#contract/messages/staff.ts'
import { webhookWords as words } from '#contract/messages/staff-webhooks.ts'
import { staffApi } from '#contract/paths.ts'
import {
  endpointList,
  endpointWithSecret,
  webhookEvents,
  type WebhookEvent,
} from '#contract/schemas/staff-webhooks.ts'
import { Loaded, Screen } from '#web/features/staff/screen.tsx'
import { bodyOf, queryClient } from '#web/features/staff/session.ts'
import { useAction } from '#web/features/staff/use-action.ts'
import { getJson, postForJson } from '#web/lib/api.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { ErrorLine, TextField } from '#web/ui/field.tsx'
import { Endpoint } from './endpoint.tsx'
import { EventBoxes } from './event-boxes.tsx'

const url = `${staffApi}/webhooks`
const fallback = deskWords.failed

function changed(): void {
  void queryClient.invalidateQueries({ queryKey: ['webhooks'] })
}

/** Addresses of other tools that are told of changes. */
export function WebhooksScreen() {
  const [secret, setSecret] = useState('')
  const query = useQuery({
    queryKey: ['webhooks'],
    queryFn: () => bodyOf(() => getJson({ url, schema: endpointList, fallback })),
  })
  function keep(shown: string) {
    setSecret(shown)
    changed()
  }
  return (
    <Screen title={screenNames.webhooks}>
      <div className="desk-stack">
        <p>{words.lead}</p>
        <div role="status">{secret && <Secret secret={secret} />}</div>
        <Loaded query={query}>
          {({ endpoints }) =>
            endpoints.length === 0 ? (
              <p className="desk-state">{words.none}</p>
            ) : (
              endpoints.map((endpoint) => (
                <Endpoint key={endpoint.id} endpoint={endpoint} onSecret={keep} onChange={changed} />
              ))
            )
          }
        </Loaded>
        <NewEndpoint onAdded={keep} />
      </div>
    </Screen>
  )
}

function Secret({ secret }: { secret: string }) {
  return (
    <div className="desk-note">
      <p>{words.secret}</p>
      <code className="wrap-anywhere">{secret}</code>
    </div>
  )
}

function NewEndpoint({ onAdded }: { onAdded(secret: string): void }) {
  const [address, setAddress] = useState('')
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhookEvents)
  const { busy, problem, errorOf, run } = useAction()
  function add(event: SyntheticEvent) {
    event.preventDefault()
    const body = { url: address, events }
    const ask = { url, body, schema: endpointWithSecret, fallback }
    void run(
      'add',
      () => postForJson(ask),
      ({ secret }) => {
        setAddress('')
        onAdded(secret)
      },
    )
  }
  const wrong = errorOf('url') ?? errorOf('events')
  return (
    <form className="desk-panel desk-stack" onSubmit={add} noValidate>
      <h2>{words.add}</h2>
      <TextField
        label={words.address}
        hint={words.addressHint}
        type="url"
        inputMode="url"
        value={address}
        error={errorOf('url')}
        onChange={({ currentTarget }) => setAddress(currentTarget.value)}
      />
      <EventBoxes chosen={events} onChange={setEvents} error={errorOf('events')} />
      <div role="alert">{problem && !wrong && <ErrorLine>{problem}</ErrorLine>}</div>
      <div className="desk-actions">
        <SubmitButton busy={busy === 'add'}>{words.addButton}</SubmitButton>
      </div>
    </form>
  )
}
