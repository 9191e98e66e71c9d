create table customers (
  id bigint generated always as identity primary key,
  name text not null,
  email text not null unique,
  joined_at timestamptz not null default now()
);

create table products (
  id bigint generated always as identity primary key,
  name text not null,
  price numeric(10, 2) not null check (price > 0),
  tags text[] not null default '{}'
);

create table orders (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers (id),
  product_id bigint not null references products (id),
  quantity int not null default 1 check (quantity > 0),
  note jsonb,
  ordered_at timestamptz not null default now()
);

create index on orders (customer_id);
create index on orders (product_id);

insert into customers (name, email, joined_at)
select 'Customer ' || n, 'customer' || n || '@example.com', now() - n * interval '7 hours'
from generate_series(1, 500) as n;

insert into products (name, price, tags)
select 'Product ' || n, 5 + n % 90 + 0.95, array[case when n % 2 = 0 then 'indoor' else 'outdoor' end, 'size-' || n % 5]
from generate_series(1, 60) as n;

insert into orders (customer_id, product_id, quantity, note, ordered_at)
select 1 + n % 500, 1 + n * 7 % 60, 1 + n % 4, case when n % 3 = 0 then jsonb_build_object('gift', true, 'line', n) end, now() - n * interval '11 minutes'
from generate_series(1, 5000) as n;

create view revenue_by_month as
select date_trunc('month', ordered_at) as month, sum(quantity * price) as revenue, count(*) as orders
from orders
join products on products.id = product_id
group by 1
order by 1;
