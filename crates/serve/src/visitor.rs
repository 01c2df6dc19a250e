//! Whoever asks, as far as the server can tell them apart.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpStream;

/// A pause between two looks at a connection that has something to say.
const PAUSE: Duration = Duration::from_millis(200);

/// An address that is counted as one visitor: an IPv4 address, or the network of 64 bits that an
/// IPv6 user usually has to himself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Address(IpAddr);

impl From<IpAddr> for Address {
    fn from(address: IpAddr) -> Address {
        Address(match address.to_canonical() {
            IpAddr::V6(address) => {
                let network = u128::from(address) & !u128::from(u64::MAX);
                IpAddr::V6(Ipv6Addr::from(network))
            }
            address => address,
        })
    }
}

impl std::fmt::Display for Address {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// The other end of a connection.
#[derive(Clone, Debug)]
pub struct Peer {
    /// Where it is.
    pub remote: SocketAddr,
    /// Which of our addresses it came to.
    pub local: Option<SocketAddr>,
    /// The connection.
    pub stream: Arc<TcpStream>,
}

impl Peer {
    /// Comes when the peer has said its last word, or is gone: TCP does not tell which.
    pub async fn gone(&self) {
        let mut byte = [0];
        while let Ok(1..) = self.stream.peek(&mut byte).await {
            // The next request is waiting already.
            tokio::time::sleep(PAUSE).await;
        }
    }
}

/// Whoever asks.
#[derive(Clone, Debug)]
pub struct Visitor {
    /// From where.
    pub address: Address,
    /// Whether the request may make the server work.
    pub may_start: bool,
    /// The connection.
    pub peer: Peer,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_what_one_visitor_has() {
        let address = |text: &str| Address::from(text.parse::<IpAddr>().unwrap());
        assert_eq!(address("::ffff:1.2.3.4"), address("1.2.3.4"));
        assert_ne!(address("1.2.3.5"), address("1.2.3.4"));
        assert_eq!(address("2001:db8:1:2::7"), address("2001:db8:1:2:ffff::1"));
        assert_ne!(address("2001:db8:1:3::7"), address("2001:db8:1:2::7"));
    }
}
