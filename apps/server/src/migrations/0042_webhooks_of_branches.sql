-- A branch has the webhooks of its source: their triggers were copied with the ids in them.
alter table table_webhooks drop constraint table_webhooks_pkey, add primary key (ref, id);

-- What the ids of its events begin with, instead of the webhook's id: receivers ignore an id that they know, and a copied
-- database counts on from the same number.
alter table table_webhooks add events_as uuid;
