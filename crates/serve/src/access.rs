//! Which requests are meant for this server, and which of them may make it work.
//!
//! Two attacks by web pages are kept out. A page whose name was made to lead to this machine (DNS
//! rebinding) shows a foreign `Host`. A page elsewhere that has its visitors' browsers ask for solves
//! shows a foreign `Origin`, or in its place what browsers tell about themselves.

use std::net::{IpAddr, SocketAddr};

use axum::http::{HeaderMap, Uri, header};

/// What browsers say about where a request comes from; no page can set it.
const SITE: &str = "sec-fetch-site";

/// Who may come, and on whose behalf.
#[derive(Clone, Debug, Default)]
pub struct Access {
    /// Names of this server besides its addresses, with a port unless it is the usual one.
    pub hosts: Vec<String>,
    /// Origins of pages elsewhere that may start work, such as that of GamesmanUni.
    pub origins: Vec<String>,
    /// Proxies in front of this server, which say whom they speak for.
    pub proxies: Vec<IpAddr>,
}

impl Access {
    /// Whether a request is meant for this server: by the address it came to, by a name that only
    /// this machine has, or by a name that this server was given.
    pub fn is_meant(&self, host: &str, local: Option<SocketAddr>) -> bool {
        let name = without_port(host);
        if name.eq_ignore_ascii_case("localhost") {
            return true;
        }
        if let Ok(address) = name.trim_matches(['[', ']']).parse::<IpAddr>() {
            let own = local.map(|local| local.ip().to_canonical());
            let address = address.to_canonical();
            if address.is_loopback() || own == Some(address) {
                return true;
            }
        }
        let is = |own: &&String| {
            own.eq_ignore_ascii_case(host) || without_port(own).eq_ignore_ascii_case(name)
        };
        self.hosts.iter().find(is).is_some()
    }

    /// Whether a request may make the server work: it comes from a page of this server, from a page
    /// that was allowed to, or from a program.
    pub fn may_start(&self, host: &str, headers: &HeaderMap) -> bool {
        let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or(""));
        match (text(header::ORIGIN.as_str()), text(SITE)) {
            (Some(origin), _) => self.is_own(origin, host) || self.is_allowed(origin),
            (None, Some(site)) => matches!(site, "same-origin" | "none"),
            // Browsers that are old, or that reach this server by a name they do not trust. All of
            // them call themselves Mozilla, and no page can make them stop.
            (None, None) => {
                text(header::USER_AGENT.as_str()).is_none_or(|agent| !agent.starts_with("Mozilla/"))
            }
        }
    }

    /// Whether an origin is this server as it is called in the request, or by a name that it was
    /// given: a proxy may have changed the former.
    fn is_own(&self, origin: &str, host: &str) -> bool {
        let Some((scheme, authority)) = origin.split_once("://") else { return false };
        matches!(scheme, "http" | "https")
            && (authority.eq_ignore_ascii_case(host)
                || self.hosts.iter().any(|own| own.eq_ignore_ascii_case(authority)))
    }

    fn is_allowed(&self, origin: &str) -> bool {
        self.origins.iter().any(|allowed| allowed.trim_end_matches('/') == origin)
    }

    /// The address of whoever asks: the peer's, or what a trusted proxy says about it.
    pub fn asker(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let peer = peer.to_canonical();
        if !self.is_proxy(peer) {
            return peer;
        }
        let lines = headers.get_all("x-forwarded-for").iter().rev();
        let told = lines.filter_map(|line| line.to_str().ok()).flat_map(|line| line.rsplit(','));
        // Each proxy adds whom it heard the request from. What stands before the first stranger may
        // be made up.
        told.map_while(|told| told.trim().parse::<IpAddr>().ok())
            .map(|told| told.to_canonical())
            .find(|&told| !self.is_proxy(told))
            .unwrap_or(peer)
    }

    /// Whether an address is that of a proxy in front of this server.
    pub fn is_proxy(&self, address: IpAddr) -> bool {
        self.proxies.iter().any(|proxy| proxy.to_canonical() == address.to_canonical())
    }
}

/// The host that a request names; `None` where it names none, or two.
pub fn host<'a>(uri: &'a Uri, headers: &'a HeaderMap) -> Option<&'a str> {
    if let Some(authority) = uri.authority() {
        return Some(authority.as_str());
    }
    let mut named = headers.get_all(header::HOST).iter();
    match (named.next(), named.next()) {
        (Some(host), None) => host.to_str().ok(),
        _ => None,
    }
}

/// A host without its port; an IPv6 address keeps its brackets.
fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|digit| digit.is_ascii_digit()) => {
            if name.contains(':') && !name.ends_with(']') { host } else { name }
        }
        _ => host,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(lines: &[(&'static str, &str)]) -> HeaderMap {
        let lines = lines.iter().map(|(name, value)| {
            (axum::http::HeaderName::from_static(name), value.parse().unwrap())
        });
        lines.collect()
    }

    fn access() -> Access {
        Access {
            hosts: vec!["games.example".to_owned(), "other.example:8443".to_owned()],
            origins: vec!["https://uni.example/".to_owned()],
            proxies: vec![[10, 0, 0, 1].into()],
        }
    }

    #[test]
    fn a_host_is_an_own_address_or_an_own_name() {
        let local = Some(SocketAddr::from(([192, 168, 1, 5], 8000)));
        for own in [
            "localhost",
            "LOCALHOST:8000",
            "127.0.0.1:9",
            "127.8.8.8",
            "[::1]:8000",
            "[::1]",
            "192.168.1.5:8000",
            "games.example",
            "Games.Example:443",
            "other.example",
        ] {
            assert!(access().is_meant(own, local), "{own}");
        }
        for foreign in [
            "",
            "evil.example",
            "192.168.1.6",
            "localhost.evil.example",
            "games.example.evil.example:80",
            "127.0.0.1.evil.example",
            "[::2]",
            "::1x",
        ] {
            assert!(!access().is_meant(foreign, local), "{foreign}");
        }
        assert!(!access().is_meant("192.168.1.5", None));
    }

    #[test]
    fn pages_elsewhere_start_nothing() {
        let may =
            |lines: &[(&'static str, &str)]| access().may_start("127.0.0.1:8000", &headers(lines));
        assert!(may(&[]), "a program");
        assert!(may(&[("user-agent", "curl/8.0")]));
        assert!(!may(&[("user-agent", "Mozilla/5.0 (an old browser)")]));
        assert!(may(&[("user-agent", "Mozilla/5.0"), ("sec-fetch-site", "same-origin")]));
        assert!(may(&[("sec-fetch-site", "none")]), "typed by somebody");
        for site in ["cross-site", "same-site", "", "same-origin, cross-site"] {
            assert!(!may(&[("sec-fetch-site", site)]), "{site}");
        }
        for own in ["http://127.0.0.1:8000", "https://games.example", "https://uni.example"] {
            assert!(may(&[("origin", own), ("user-agent", "Mozilla/5.0")]), "{own}");
        }
        for foreign in [
            "null",
            "",
            "http://127.0.0.1:8001",
            "https://evil.example",
            "https://uni.example.evil.example",
            "https://games.example:8443",
            "file://",
            "gopher://127.0.0.1:8000",
        ] {
            let lines = [("origin", foreign), ("sec-fetch-site", "same-origin")];
            assert!(!may(&lines), "{foreign}");
        }
    }

    #[test]
    fn proxies_say_whom_they_speak_for_and_others_only_claim_to() {
        let asker = |peer: [u8; 4], told: &str| {
            access().asker(peer.into(), &headers(&[("x-forwarded-for", told)])).to_string()
        };
        assert_eq!(asker([8, 8, 8, 8], "1.2.3.4"), "8.8.8.8");
        assert_eq!(asker([10, 0, 0, 1], "1.2.3.4"), "1.2.3.4");
        assert_eq!(asker([10, 0, 0, 1], "6.6.6.6, 1.2.3.4, 10.0.0.1"), "1.2.3.4");
        assert_eq!(asker([10, 0, 0, 1], "6.6.6.6, nonsense"), "10.0.0.1");
        assert_eq!(asker([10, 0, 0, 1], "2001:db8::7"), "2001:db8::7");
    }
}
