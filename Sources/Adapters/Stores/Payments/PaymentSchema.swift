import SQL

/// The tables of the shop: orders, payments, the ledger, and waiting tasks.
enum PaymentSchema {
  static func statements(_ dialect: SQLDialect) -> [String] {
    orders + payments + ledger(dialect) + waiting(dialect)
  }

  /// Existing orders get the seller and the photos that their posts have now.
  static let deliveries = Migration(
    28, "what orders deliver, and requests for refunds",
    [
      "ALTER TABLE shop_order ADD COLUMN seller_id TEXT REFERENCES account (id) ON DELETE SET NULL",
      "ALTER TABLE shop_order ADD COLUMN refund_state TEXT",
      "ALTER TABLE shop_order ADD COLUMN refund_reason TEXT NOT NULL DEFAULT ''",
      "ALTER TABLE shop_order ADD COLUMN refund_requested_at BIGINT",
      "ALTER TABLE shop_order ADD COLUMN refund_decided_at BIGINT",
      "ALTER TABLE shop_order ADD COLUMN refund_answer TEXT NOT NULL DEFAULT ''",
      "UPDATE shop_order SET seller_id = (SELECT author_id FROM post WHERE post.id = shop_order.post_id)",
      "CREATE INDEX shop_order_seller ON shop_order (seller_id, state, created_at, id)",
      "CREATE INDEX shop_order_bought ON shop_order (buyer_id, created_at, id) WHERE \(OrderRows.isPurchased)",
      "CREATE INDEX shop_order_again ON shop_order (buyer_id, post_id, created_at, id) WHERE \(OrderRows.isPurchased)",
      "CREATE INDEX shop_order_refund ON shop_order (created_at, id) WHERE \(OrderRows.isRefundRequested)",
      // The photos of the goods as of the order: buyers keep them when the post changes or goes.
      """
      CREATE TABLE order_photo (
        order_id TEXT NOT NULL REFERENCES shop_order (id),
        position BIGINT NOT NULL,
        photo TEXT NOT NULL REFERENCES photo (name) ON DELETE CASCADE,
        PRIMARY KEY (order_id, position))
      """,
      "CREATE INDEX order_photo_photo ON order_photo (photo)",
      """
      INSERT INTO order_photo (order_id, position, photo)
      SELECT shop_order.id, post_photo.position, post_photo.photo
      FROM shop_order JOIN post_photo ON post_photo.post_id = shop_order.post_id
      JOIN photo ON photo.name = post_photo.photo
      """,
    ])

  private static let orders = [
    // The post and the buyer may be gone: an order keeps what was sold.
    """
    CREATE TABLE shop_order (
      id TEXT PRIMARY KEY,
      buyer_id TEXT REFERENCES account (id) ON DELETE SET NULL,
      post_id TEXT NOT NULL,
      name TEXT NOT NULL,
      amount BIGINT NOT NULL CHECK (amount > 0),
      currency TEXT NOT NULL,
      gateway TEXT NOT NULL,
      reference TEXT,
      claimed TEXT,
      created_at BIGINT NOT NULL,
      pay_by BIGINT NOT NULL,
      state TEXT NOT NULL,
      paid_at BIGINT,
      validated_at BIGINT,
      CHECK (state IN ('pending', 'closed') OR paid_at IS NOT NULL))
    """,
    // References of old clients are unique only within a second, so they are excluded.
    "CREATE UNIQUE INDEX shop_order_reference ON shop_order (gateway, reference) WHERE claimed IS NULL",
    """
    CREATE UNIQUE INDEX shop_order_claim ON shop_order (gateway, claimed)
    WHERE claimed IS NOT NULL AND state <> 'closed'
    """,
    // Every list merges ranges of one of these indexes: a page costs a seek in each, whatever the size of the table.
    "CREATE INDEX shop_order_buyer ON shop_order (buyer_id, created_at, id)",
    "CREATE INDEX shop_order_buyer_state ON shop_order (buyer_id, state, created_at, id)",
    """
    CREATE INDEX shop_order_post ON shop_order (post_id, paid_at, id, buyer_id, state)
    WHERE \(OrderRows.isPurchased)
    """,
  ]

  private static let payments = [
    """
    CREATE TABLE payment (
      id TEXT PRIMARY KEY,
      gateway TEXT NOT NULL,
      transaction_id TEXT NOT NULL,
      reference TEXT NOT NULL,
      order_id TEXT REFERENCES shop_order (id),
      state TEXT NOT NULL,
      status TEXT NOT NULL,
      amount BIGINT NOT NULL,
      cancelled_amount BIGINT NOT NULL,
      currency TEXT NOT NULL,
      provider TEXT,
      method TEXT,
      is_virtual_account BIGINT NOT NULL,
      store TEXT,
      paid_at BIGINT,
      evidence TEXT NOT NULL,
      first_seen_at BIGINT NOT NULL,
      seen_at BIGINT NOT NULL,
      UNIQUE (gateway, transaction_id),
      CHECK (order_id IS NOT NULL OR NOT (\(PaymentRows.hasSettled))))
    """,
    // At most one settling payment per order, enforced by the key.
    "CREATE UNIQUE INDEX payment_settles ON payment (order_id) WHERE \(PaymentRows.hasSettled)",
    "CREATE INDEX payment_order ON payment (order_id, first_seen_at, id)",
    "CREATE INDEX payment_seen ON payment (first_seen_at, id)",
    "CREATE INDEX payment_state ON payment (state, first_seen_at, id)",
    "CREATE INDEX payment_paid ON payment (paid_at, id) WHERE paid_at IS NOT NULL",
    """
    CREATE TABLE payment_check (
      payment_id TEXT NOT NULL REFERENCES payment (id),
      number BIGINT NOT NULL,
      position BIGINT NOT NULL,
      moment BIGINT NOT NULL,
      name TEXT NOT NULL,
      outcome TEXT NOT NULL,
      detail TEXT NOT NULL,
      PRIMARY KEY (payment_id, number, position))
    """,
    """
    CREATE TABLE cancellation (
      id TEXT PRIMARY KEY,
      payment_id TEXT NOT NULL REFERENCES payment (id),
      amount BIGINT NOT NULL CHECK (amount > 0),
      before_amount BIGINT NOT NULL,
      reason TEXT NOT NULL,
      requested_at BIGINT NOT NULL,
      state TEXT NOT NULL)
    """,
    "CREATE UNIQUE INDEX cancellation_open ON cancellation (payment_id) WHERE state = 'requested'",
    "CREATE INDEX cancellation_payment ON cancellation (payment_id, requested_at, id)",
  ]

  private static func ledger(_ dialect: SQLDialect) -> [String] {
    [
      """
      CREATE TABLE ledger_transaction (
        number \(dialect.key),
        event TEXT NOT NULL,
        order_id TEXT NOT NULL REFERENCES shop_order (id),
        payment_id TEXT REFERENCES payment (id),
        moment BIGINT NOT NULL)
      """,
      "CREATE INDEX ledger_transaction_order ON ledger_transaction (order_id, number)",
      // An event happens once per order; only partial cancellations repeat.
      """
      CREATE UNIQUE INDEX ledger_transaction_once ON ledger_transaction (order_id, event)
      WHERE event <> 'partialCancellation'
      """,
      """
      CREATE TABLE ledger_posting (
        transaction_number BIGINT NOT NULL REFERENCES ledger_transaction (number),
        position BIGINT NOT NULL,
        account TEXT NOT NULL,
        amount BIGINT NOT NULL CHECK (amount <> 0),
        PRIMARY KEY (transaction_number, position))
      """,
      "CREATE INDEX ledger_posting_account ON ledger_posting (account, amount)",
    ]
      + ["ledger_transaction", "ledger_posting"].flatMap(dialect.appendOnly)
  }

  private static func waiting(_ dialect: SQLDialect) -> [String] {
    [
      // A leased task is due again when its lease ends; `again_at` is when it was requested in the meantime.
      """
      CREATE TABLE payment_task (
        gateway TEXT NOT NULL,
        kind TEXT NOT NULL,
        reference TEXT NOT NULL,
        due_at BIGINT NOT NULL,
        is_taken BIGINT NOT NULL DEFAULT 0,
        again_at BIGINT,
        attempts BIGINT NOT NULL DEFAULT 0,
        generation BIGINT NOT NULL DEFAULT 1,
        reason TEXT NOT NULL DEFAULT '',
        lane BIGINT NOT NULL DEFAULT 0,
        PRIMARY KEY (gateway, kind, reference))
      """,
      "CREATE INDEX payment_task_lane ON payment_task (lane, due_at)",
      "CREATE TABLE payment_message (id TEXT PRIMARY KEY, received_at BIGINT NOT NULL)",
      "CREATE INDEX payment_message_received ON payment_message (received_at)",
      // `run` is the run of the program that began the request, which shows whether it is still in progress.
      """
      CREATE TABLE idempotency_key (
        account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
        key TEXT NOT NULL,
        fingerprint TEXT NOT NULL,
        operation TEXT NOT NULL,
        started_at BIGINT NOT NULL,
        is_abandoned BIGINT NOT NULL DEFAULT 0,
        status BIGINT,
        type TEXT,
        body \(dialect.blob),
        run TEXT,
        PRIMARY KEY (account_id, key))
      """,
      "CREATE INDEX idempotency_key_started ON idempotency_key (started_at)",
    ]
  }
}
